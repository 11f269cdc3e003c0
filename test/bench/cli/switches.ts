import type { SwitchModelName, SwitchVendor } from '@linecard/simulator'

/** One of the hundred switches: its model, its address, and its commands. */
export interface Bench {
  ip: string
  vendor: SwitchVendor
  model: SwitchModelName
  modelKey: string
  prompt: RegExp
  paging: string
  commands: readonly string[]
  /** What the outputs of the commands contain. */
  marks: readonly string[]
  user: string
}

export const ports = { snmp: 11_261, telnet: 12_323, ssh: 12_222 }
export const account = { login: 'bench', password: 'bench-word' }
const count = 100

const kinds: readonly Omit<Bench, 'ip'>[] = [
  {
    vendor: 'dlink',
    model: 'DES-3200-28/C1',
    modelKey: 'dlink_des_3200_28_c1',
    prompt: /DES-3200-28:admin#$/,
    paging: 'disable clipaging',
    user: 'UserName:',
    commands: ['show ports', 'show fdb', 'show vlan'],
    marks: ['State/', 'Total Entries', 'Total Static VLAN Entries'],
  },
  {
    vendor: 'cisco',
    model: 'WS-C2960X-24PS-L',
    modelKey: 'cisco_ios',
    prompt: /bench#$/,
    paging: 'terminal length 0',
    user: 'Username:',
    commands: ['show interfaces status', 'show mac address-table', 'show vlan brief'],
    marks: ['Gi1/0/28', 'Total Mac Addresses', 'default'],
  },
  {
    vendor: 'huawei',
    model: 'S5328C-EI',
    modelKey: 'huawei_general_switch',
    prompt: /<bench>$/,
    paging: 'screen-length 0 temporary',
    user: 'Username:',
    commands: ['display interface brief', 'display mac-address', 'display vlan'],
    marks: ['XGigabitEthernet0/0/4', 'Total items displayed', 'total number of vlans'],
  },
  {
    vendor: 'eltex',
    model: 'MES2324B',
    modelKey: 'eltex_mes23xx',
    prompt: /bench#$/,
    paging: 'terminal datadump',
    user: 'User Name:',
    commands: ['show interfaces status', 'show mac address-table', 'show vlan'],
    marks: ['te1/0/4', 'Aging time', 'Created by'],
  },
]

/** The switches, for the process that simulates them and for the process that asks them. */
export const switches: readonly Bench[] = Array.from({ length: count }, (_, at) => ({
  ip: `127.0.42.${at + 1}`,
  ...kinds[at % kinds.length]!,
}))
