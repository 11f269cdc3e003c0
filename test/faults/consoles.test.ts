import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { familiesOf, type Driver } from '@linecard/driver-kit'
import { maskSecrets, type CliParser, type CliProfile } from '@linecard/driver-kit/cli'
import { assert, growth, suite } from '@linecard/test-kit'
import { cliFindings } from '@linecard/driver-kit/cli'

/** The consoles of all drivers with texts that devices and attackers print. All texts are invented. */
const test = suite('consoles of all drivers', { level: 'full' })

const root = join(import.meta.dirname, '../..')
/** Profiles by `<driver>/<family>`. `distinct` has each profile once, even if several families share it. */
const profiles = new Map<string, CliProfile>()
const distinct = new Map<string, CliProfile>()
const parsers = new Map<string, readonly CliParser[]>()

test.before(async () => {
  for await (const file of glob('drivers/*/src/index.ts', { cwd: root })) {
    const { default: driver } = (await import(pathToFileURL(join(root, file)).href)) as { default: Driver }
    for (const { id: family, cli } of familiesOf(driver))
      if (cli) {
        if (![...profiles.values()].includes(cli)) distinct.set(`${driver.id}/${family}`, cli)
        profiles.set(`${driver.id}/${family}`, cli)
      }
  }
  for await (const file of glob('drivers/*/src/parse.ts', { cwd: root })) {
    const { parsers: own } = (await import(pathToFileURL(join(root, file)).href)) as {
      parsers: Readonly<Record<string, readonly CliParser[]>>
    }
    for (const [family, list] of Object.entries(own)) parsers.set(`${file.split('/')[1]!}/${family}`, list)
  }
  assert.ok(distinct.size >= 20, `${distinct.size} profiles`)
  assert.ok(parsers.size >= 15, `${parsers.size} lists of parsers`)
})

const whole = (pattern: RegExp) => new RegExp(`^(?:${pattern.source})$`, pattern.flags)
const modesOf = (profile: CliProfile, line: string) =>
  Object.keys(profile.modes).filter(mode => whole(profile.modes[mode]!.prompt).test(line))
const patternsOf = ({
  modes,
  pager,
  errors,
  secrets = [],
  ignore = [],
  login = {},
  abovePrompt,
  backup: { end, continued, drop = [], broken = [] } = { commands: [] },
}: CliProfile): RegExp[] => [
  ...Object.values(modes).map(({ prompt }) => whole(prompt)),
  ...pager.map(({ prompt }) => prompt),
  ...errors,
  ...secrets,
  ...ignore,
  ...Object.values(login),
  ...(abovePrompt ? [abovePrompt] : []),
  ...(end ? [end] : []),
  ...(continued ? [continued] : []),
  ...drop,
  ...broken,
]

test('every profile is sound', () => {
  for (const [name, profile] of distinct) assert.equal(cliFindings(profile), [], name)
})

/** Prompts as the devices print them, with their mode. */
const drawn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'alcatel/aos': { '->': 'main', 'core->': 'main', 'core# ': 'main' },
  'alcatel/omnistack-ls': { 'console#': 'privileged', 'console(config-if)#': 'config' },
  'allied-telesis/alliedware-plus': {
    'awplus>': 'user',
    'awplus#': 'privileged',
    'awplus(config)#': 'config',
  },
  'arista/eos': { 'core-1>': 'user', 'core-1#': 'privileged', 'core-1(config-if-Et1)#': 'config' },
  'cisco/ios': { 'sw-17>': 'exec', 'sw-17#': 'enable', 'sw-17(config-if)#': 'config' },
  'cisco/ios-xr': { 'RP/0/RSP0/CPU0:pe-1#': 'exec', 'RP/0/RSP0/CPU0:pe-1(config)#': 'config' },
  'dlink/managed': {
    'DES-3028:admin#': 'main',
    'DES-3028:5#': 'main',
    'DGS-3100# ': 'main',
    'DGS-1210-28/ME:5#': 'main',
    'DGS-3120-24TC:operator#': 'main',
  },
  'eltex/ltp': { 'LTP-8X# ': 'main' },
  'extreme/xos': { '* core-1.12 # ': 'main', 'core-1.1 > ': 'main', 'Slot-1 core-1.4 # ': 'main' },
  'fiberhome/an5516': { 'User> ': 'user', 'Admin# ': 'privileged', 'Admin\\service# ': 'privileged' },
  'hpe/procurve': {
    'sw-17# ': 'exec',
    'sw-17> ': 'exec',
    'sw-17(config)# ': 'config',
    'sw-17(vlan-5)# ': 'config',
  },
  'hpe/comware': { '<sw-17>': 'user', '[sw-17]': 'system', '[sw-17-GigabitEthernet1/0/1]': 'system' },
  'huawei/vrp': {
    '<sw-17>': 'user',
    '[~sw-17]': 'system',
    '[*sw-17-GigabitEthernet0/0/1]': 'system',
    'HRP_M<fw-1>': 'user',
  },
  'juniper/junos': { 'noc@mx-1> ': 'exec', 'noc@mx-1# ': 'config', 'mx-1>': 'exec' },
  'nokia/isam': {
    'typ:isadmin># ': 'main',
    'leg:isadmin>environment# ': 'main',
    'leg:isadmin>configure>system>security$ ': 'config',
  },
  'tplink/switch': { 'TL-SG3424>': 'user', 'TL-SG3424#': 'exec', 'TL-SG3424(config-if)#': 'config' },
  'ubiquiti/edge-switch': {
    '(sw-17) >': 'user',
    '(sw-17) #': 'privileged',
    '(sw-17) (Config)#': 'config',
    '(sw-17)>': 'user',
  },
  'zte/zxdsl': { '9806H>': 'user', '9806H# ': 'privileged', '9806$ ': 'privileged' },
  'zte/zxr10': { 'ZXR10>': 'user', 'ZXR10#': 'privileged', 'ZXR10(config-if)#': 'config' },
  'alcatel/timos': { '*A:pe-1# ': 'main', 'A:pe-1>config>port# ': 'config' },
  'ubiquiti/linux': { 'noc@er-1:~$ ': 'main', 'noc@er-1# ': 'config' },
  'zyxel/zynos': { 'GS-3012> ': 'user', 'GS-3012# ': 'privileged', 'GS-3012(config)# ': 'config' },
}
test('each prompt belongs to one mode, and lines of an output belong to none', () => {
  for (const [name, lines] of Object.entries(drawn)) {
    const profile = profiles.get(name)!
    assert.ok(profile, name)
    for (const [line, mode] of Object.entries(lines))
      assert.equal(modesOf(profile, line.trimEnd()), [mode], `${name} ${line}`)
  }
  const output = [
    'Password:',
    'login:',
    'Press any key',
    '!',
    '#',
    '>',
    '-----',
    ' 1   default  active',
    'Gi0/1 is up, line protocol is up',
    '  MAC: 02-00-00-00-0A-01',
    '--More--',
    'description "to core"',
    '%% error',
    '* 5 0200.0000.0a01',
  ]
  for (const [name, profile] of distinct)
    for (const line of output) assert.equal(modesOf(profile, line), [], `${name} "${line}"`)
})

test('pagers are whole lines, so that a description with the same words is not a pager', () => {
  for (const [name, profile] of distinct) {
    for (const line of [
      'description link --More-- or less',
      'a log: -- more -- follows',
      'banner: Press any key to continue',
      'name CTRL+C ESC q Quit SPACE n Next Page a All',
    ])
      assert.not.ok(
        profile.pager.some(({ prompt }) => prompt.test(line)),
        `${name} "${line}"`,
      )
  }
})

test('counters, names and descriptions are not refusals', () => {
  const fine = [
    '  Input errors: 0',
    '  0 input errors, 0 CRC',
    'Failed logins: 0',
    'CRC Error 0',
    '50 % of memory',
    'description Invalid customer',
    '  Last error      : none',
    'name unknown',
    'Bad frames: 5',
  ]
  for (const [name, profile] of distinct)
    for (const line of fine)
      assert.not.ok(
        profile.errors.some(pattern => pattern.test(line)),
        `${name} "${line}"`,
      )
  // VRP and Comware write a refusal with a capital and a counter without; Junos writes refusals without.
  for (const name of ['huawei/vrp', 'hpe/comware'])
    assert.equal(
      ['error: Parity 0, Frame 0', 'Error: Unrecognized command'].map(line =>
        profiles.get(name)!.errors.some(pattern => pattern.test(line)),
      ),
      [false, true],
      name,
    )
})

/** Parts of a pattern, repeated, to make a line that is slow for this pattern. */
const pieces = [
  ' ',
  'a',
  'a ',
  '- ',
  '-',
  '#',
  ': ',
  '1',
  '1/',
  '0a:',
  'password ',
  'secret 7 ',
  'snmp-server community ',
  'auth md5 ',
  '% ',
  '(',
  '[a@',
  '"',
  'Error ',
  'more ',
]
test('the cost of every pattern of a profile is linear in the length of the line', async () => {
  for (const [name, profile] of distinct) {
    const patterns = patternsOf(profile)
    const grown = await growth(size => {
      for (const piece of pieces) {
        const line = piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
        for (const pattern of patterns) for (const text of [line, `${line}!`]) pattern.test(text)
      }
    }, 400)
    assert.ok(grown < 35, `${name}: ten times the line cost ${grown.toFixed(1)} times as much`)
  }
})
test('the cost of every parser is linear in the length of its input', async () => {
  for (const [name, list] of parsers) {
    const grown = await growth(size => {
      for (const piece of [
        ...pieces,
        '02:00:00:00:0a:01 ',
        '192.0.2.1 ',
        'connected ',
        'up ',
        'Gi0/1 ',
        'VLAN ',
        '5 ',
      ]) {
        const line = piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
        for (const parser of list) parser.read(`${line}\nGi0/1 ${line}\n${line}!\n 5 ${line}`)
      }
    }, 200)
    assert.ok(grown < 40, `${name}: ten times the line cost ${grown.toFixed(1)} times as much`)
  }
})

test("every vendor's way to write a community is masked", () => {
  const written: Readonly<Record<string, string>> = {
    'cisco/ios': 'snmp-server community se-cr3t RO',
    'dlink/managed': 'create snmp community se-cr3t view CommunityView read_only',
    'hpe/comware': ' snmp-agent community read se-cr3t',
    'huawei/vrp': ' snmp-agent community read cipher se-cr3t',
    'juniper/junos': '    community se-cr3t {',
    'eltex/mes': 'snmp-server community se-cr3t rw',
    'edgecore/switch': 'snmp-server community se-cr3t rw',
    'zyxel/zynos': 'snmp-server get-community se-cr3t',
    'ubiquiti/edge-switch': 'snmp-server community "se-cr3t" ro',
    'arista/eos': 'snmp-server community se-cr3t ro',
    'alcatel/aos': 'snmp community map se-cr3t user noc',
    'fiberhome/an5516': 'set snmp community readwrite se-cr3t',
    'nokia/isam': 'configure system security snmp community se-cr3t host-address 192.0.2.0/24',
    'tplink/switch': 'snmp-server community "se-cr3t" read-only viewDefault',
  }
  for (const [name, line] of Object.entries(written))
    assert.not.match(maskSecrets(profiles.get(name)!.secrets ?? [], line), 'se-cr3t', name)
})
