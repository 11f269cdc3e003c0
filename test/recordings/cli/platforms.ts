import type { CliParser, CliProfile } from '@linecard/driver-kit/cli'
import { familiesOf, type Driver } from '@linecard/driver-kit'

/** A family of a driver as a console, with its prompts and its pager for recordings without them. */
export interface Platform {
  vendor: string
  driver: string
  profile: CliProfile
  parsers: readonly CliParser[]
  prompt: string
  pager: string
}

interface Place {
  driver: string
  family: string
  prompt: string
  pager: string
}

const industry = { prompt: 'sw-17#', pager: '--More--' }
const places: Readonly<Record<string, Place>> = {
  'alcatel-aos': {
    driver: 'alcatel',
    family: 'aos',
    prompt: '-> ',
    pager: 'More? [next screen <sp>, next line <cr>, filter pattern </>, quit </>]',
  },
  'alcatel-ls': {
    driver: 'alcatel',
    family: 'omnistack-ls',
    ...industry,
    pager: 'More: <space>,  Quit: q, One line: <return> ',
  },
  'allied-telesis': { driver: 'allied-telesis', family: 'alliedware-plus', ...industry, prompt: 'awplus#' },
  arista: { driver: 'arista', family: 'eos', ...industry, pager: ' --More-- ' },
  'aruba-cx': {
    driver: 'hpe',
    family: 'aruba-cx',
    prompt: 'sw-17# ',
    pager: '-- MORE --, next page: Space, next line: Enter, quit: q',
  },
  'cisco-ios': { driver: 'cisco', family: 'ios', ...industry, pager: ' --More-- ' },
  'cisco-nxos': { driver: 'cisco', family: 'nx-os', prompt: 'sw-17# ', pager: '--More--' },
  'cisco-asa': { driver: 'cisco', family: 'standard', prompt: 'fw-17#', pager: '<--- More --->' },
  'cisco-xr': { driver: 'cisco', family: 'ios-xr', prompt: 'RP/0/RSP0/CPU0:pe-17#', pager: ' --More-- ' },
  'cisco-sb': {
    driver: 'cisco',
    family: 'small-business',
    ...industry,
    pager: 'More: <space>,  Quit: q or CTRL+Z, One line: <return> ',
  },
  'dell-powerconnect': {
    driver: 'dell',
    family: 'power-connect',
    ...industry,
    pager: 'More: <space>,  Quit: q, One line: <return> ',
  },
  'dell-n': { driver: 'dell', family: 'n-series', ...industry, pager: '--More-- or (q)uit' },
  'dell-os9': { driver: 'dell', family: 'networking-os', ...industry, pager: ' --More-- ' },
  dlink: {
    driver: 'dlink',
    family: 'managed',
    prompt: 'DES-3028:admin#',
    pager: 'CTRL+C ESC q Quit SPACE n Next Page ENTER Next Entry a All ',
  },
  'dlink-smart': { driver: 'dlink', family: 'smart', ...industry },
  edgecore: { driver: 'edgecore', family: 'switch', prompt: 'Vty-0#', pager: '---More---' },
  eltex: {
    driver: 'eltex',
    family: 'mes',
    ...industry,
    pager: 'More: <space>,  Quit: q or CTRL+Z, One line: <return> ',
  },
  'extreme-xos': {
    driver: 'extreme',
    family: 'xos',
    prompt: '* core-17.12 # ',
    pager: 'Press <SPACE> to continue or <Q> to quit:',
  },
  fs: { driver: 'fs', family: 'standard', ...industry },
  comware: { driver: 'hpe', family: 'comware', prompt: '<sw-17>', pager: '  ---- More ----' },
  procurve: {
    driver: 'hpe',
    family: 'procurve',
    prompt: 'sw-17# ',
    pager: '-- MORE --, next page: Space, next line: Enter, quit: Control-C',
  },
  huawei: { driver: 'huawei', family: 'vrp', prompt: '<sw-17>', pager: '  ---- More ----' },
  smartax: {
    driver: 'huawei',
    family: 'smart-ax',
    prompt: 'MA5608T#',
    pager: "---- More ( Press 'Q' to break ) ----",
  },
  junose: { driver: 'juniper', family: 'standard', prompt: 'erx-17#', pager: ' --More-- ' },
  junos: { driver: 'juniper', family: 'junos', prompt: 'noc@mx-17> ', pager: '---(more 45%)---' },
  routeros: {
    driver: 'mikrotik',
    family: 'router-os',
    prompt: '[noc@MikroTik] > ',
    pager: '-- [Q quit|D dump|down]',
  },
  tplink: {
    driver: 'tplink',
    family: 'switch',
    prompt: 'TL-SG3424#',
    pager: 'Press any key to continue (Q to quit)',
  },
  edgeos: { driver: 'ubiquiti', family: 'linux', prompt: 'noc@er-17:~$ ', pager: ':' },
  timos: {
    driver: 'alcatel',
    family: 'timos',
    prompt: '*A:pe-17# ',
    pager: 'Press any key to continue (Q to quit)',
  },
  edgeswitch: { driver: 'ubiquiti', family: 'edge-switch', prompt: '(sw-17) #', pager: '--More-- or (q)uit' },
  vsol: { driver: 'vsol', family: 'v1600g', prompt: 'gpon-olt> ', pager: ' --More-- ' },
  zxr10: { driver: 'zte', family: 'zxr10', prompt: 'ZXR10#', pager: ' --More--' },
  zyxel: {
    driver: 'zyxel',
    family: 'zynos',
    prompt: 'GS-3012# ',
    pager: '-- more --, next page: Space, continue: c, quit: ESC',
  },
}

/** Names of platforms in ntc-templates. */
export const ntcPlatforms: Readonly<Record<string, string>> = {
  alcatel_aos: 'alcatel-aos',
  allied_telesis_awplus: 'allied-telesis',
  arista_eos: 'arista',
  aruba_aoscx: 'aruba-cx',
  cisco_ios: 'cisco-ios',
  cisco_nxos: 'cisco-nxos',
  cisco_s300: 'cisco-sb',
  dell_force10: 'dell-os9',
  dell_powerconnect: 'dell-powerconnect',
  edgecore: 'edgecore',
  eltex: 'eltex',
  extreme_exos: 'extreme-xos',
  hp_comware: 'comware',
  hp_procurve: 'procurve',
  huawei_smartax: 'smartax',
  huawei_vrp: 'huawei',
  juniper_junos: 'junos',
  mikrotik_routeros: 'routeros',
  ubiquiti_edgerouter: 'edgeos',
  ubiquiti_edgeswitch: 'edgeswitch',
  zte_zxros: 'zxr10',
}
/** noc names scripts `<vendor>.<platform>.<script>`. */
export const nocPlatforms: Readonly<Record<string, string>> = {
  'Alcatel.AOS': 'alcatel-aos',
  'Alcatel.OS62xx': 'alcatel-ls',
  'Alcatel.TIMOS': 'timos',
  'Cisco.ASA': 'cisco-asa',
  'Cisco.FWSM': 'cisco-asa',
  'Cisco.IOS': 'cisco-ios',
  'Cisco.IOSXR': 'cisco-xr',
  'DLink.DES2108': 'dlink',
  'DLink.DES21xx': 'dlink',
  'DLink.DES3xxx': 'dlink',
  'DLink.DGS3100': 'dlink',
  'DLink.DGS3xxx': 'dlink',
  'DLink.DxS': 'dlink',
  'DLink.DxS_Smart': 'dlink',
  'DLink.DxS_Cisco_CLI': 'dlink-smart',
  'Dell.Powerconnect55xx': 'dell-powerconnect',
  'Dell.Powerconnect62xx': 'dell-n',
  'EdgeCore.ES': 'edgecore',
  'EdgeCore.ES35xx': 'edgecore',
  'Eltex.MES': 'eltex',
  'H3C.VRP': 'comware',
  'HP.ProCurve': 'procurve',
  'Huawei.VRP': 'huawei',
  'Huawei.VRP3': 'smartax',
  'Juniper.JUNOS': 'junos',
  'Juniper.JUNOSe': 'junose',
  'MikroTik.RouterOS': 'routeros',
  'ZTE.ZXR10': 'zxr10',
  'Zyxel.ZyNOS': 'zyxel',
}
/** Models of oxidized. */
export const oxidizedPlatforms: Readonly<Record<string, string>> = {
  aoscx: 'aruba-cx',
  eos: 'arista',
  fsos: 'fs',
  h3c: 'comware',
  ios: 'cisco-ios',
  junos: 'junos',
  nxos: 'cisco-nxos',
  routeros: 'routeros',
  tplink: 'tplink',
  efos: 'edgeswitch',
  asa: 'cisco-asa',
  vsololt: 'vsol',
}

/** Parsers of a driver's family: `parsers.<family>` of its src/parse.ts. */
async function parsersOf(driver: string, family: string): Promise<readonly CliParser[]> {
  try {
    const { parsers } = (await import(`../../../drivers/${driver}/src/parse.ts`)) as {
      parsers: Readonly<Record<string, readonly CliParser[]>>
    }
    return parsers[family] ?? []
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return []
    throw error
  }
}

/**
 * All platforms with a profile of a driver. @throws Error for a family that no longer exists: the list above
 * must follow the drivers
 */
export async function readPlatforms(drivers: readonly Driver[]): Promise<ReadonlyMap<string, Platform>> {
  const found = new Map<string, Platform>()
  for (const [name, { driver, family, prompt, pager }] of Object.entries(places)) {
    const known = drivers.find(one => one.id === driver)
    const profile = known && familiesOf(known).find(one => one.id === family)?.cli
    if (!profile) throw new Error(`the driver ${driver} has no family "${family}" with a command line`)
    found.set(name, {
      vendor: driver,
      driver: `${driver}/${family}`,
      profile,
      parsers: await parsersOf(driver, family),
      prompt,
      pager,
    })
  }
  return found
}
