import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../support/installation.ts'
import { account, fourMakers, startSwitches, type SwitchPlan } from '../support/switches.ts'

/**
 * Commands on the console through the HTTP API, with the real drivers. SNMP shows what the commands change.
 */
const test = suite('console', { level: 'full' })

interface Result {
  command: string
  output: string
  success: boolean
  error: string | null
}
interface Plan extends SwitchPlan {
  port: string
  commands: string[]
  refused: string
}

const { 'sw-dlink': dlink, 'sw-cisco': cisco, 'sw-huawei': huawei, 'sw-eltex': eltex } = fourMakers
const plans: Readonly<Record<string, Plan>> = {
  'sw-dlink': {
    ...dlink,
    commands: ['config ports 7 description "flat 7, door A"'],
    refused: 'config ports 7 colour red',
  },
  'sw-cisco': {
    ...cisco,
    commands: ['configure terminal', 'interface GigabitEthernet1/0/7', 'description flat 7, door A', 'end'],
    refused: 'show colour',
  },
  'sw-huawei': {
    ...huawei,
    console: { ...huawei.console, sshMethods: ['keyboard-interactive'] },
    commands: ['system-view', 'interface GigabitEthernet0/0/7', 'description flat 7, door A', 'return'],
    refused: 'display colour',
  },
  'sw-eltex': {
    ...eltex,
    commands: ['configure', 'interface gi1/0/7', 'description "flat 7, door A"', 'end'],
    refused: 'show colour',
  },
}
const secrets = { password: account.password, enable: cisco.console.enable }

let house!: Installation
let ids: ReadonlyMap<string, number> = new Map()
const answers: string[] = []

test.before(async () => {
  ;({ house, ids } = await startSwitches(plans))
})
test.after(() => house?.stop())

const call = async <T>(module: string, name: string, body: object): Promise<T> => {
  const { status, data, text } = await house.admin.ask<T>(
    'POST',
    `/switcher-core/device/${module}/${ids.get(name)}`,
    { body },
  )
  answers.push(text)
  assert.is(status, 200, text)
  return data
}

for (const [name, { protocol, port, commands, refused }] of Object.entries(plans)) {
  test(`${name}: SNMP shows a description that is set over ${protocol}`, async () => {
    const results = await call<Result[]>('multi_console_command', name, { commands })
    assert.equal(
      results.map(({ command, success, error }) => [command, success, error]),
      commands.map(command => [command, true, null]),
    )
    const rows = await call<{ interface: { name: string }; description: string }[]>(
      'interface_descriptions',
      name,
      {},
    )
    assert.is(rows.find(row => row.interface.name === port)?.description, 'flat 7, door A')
    assert.equal(
      house.simulated(name).console!.typed.filter(line => commands.includes(line)),
      commands,
    )
  })

  test(`${name}: a refusal of the device is a result with its text, and the session continues`, async () => {
    const one = await call<Result>('console_command', name, { command: refused })
    assert.equal([one.success, one.command], [false, refused])
    assert.ok(one.error!.includes('refused'), one.error!)
    const show = {
      'sw-dlink': 'show ports',
      'sw-cisco': 'show interfaces status',
      'sw-huawei': 'display interface brief',
      'sw-eltex': 'show interfaces status',
    }[name]!
    const { output, success } = await call<Result>('console_command', name, { command: show })
    assert.ok(success)
    assert.ok(output.split('\n').length >= 28 && !/More: |-- ?More ?--|CTRL\+C/.test(output), output)
    assert.is(house.simulated(name).console!.connections, 1, 'one login for all of it')
  })
}

test('no answer, log or log of calls contains a password', async () => {
  const calls = await house.admin.ask('POST', '/system-switcher-core/filter', { body: { limit: 1000 } })
  assert.ok((calls.data as { module: string }[]).some(({ module }) => module === 'multi_console_command'))
  const all = [...answers, house.log(), calls.text].join('\n')
  for (const secret of Object.values(secrets)) assert.not.ok(all.includes(secret), 'a password was told')
})

test('a device that restarts does not answer, then comes back with its saved configuration', async () => {
  const device = house.simulated('sw-huawei')
  await call('multi_console_command', 'sw-huawei', {
    commands: [
      'save <confirm="y">',
      'system-view',
      'interface GigabitEthernet0/0/8',
      'description never saved',
      'return',
    ],
  })
  device.simulated!.control!.reboot()
  const gone = await house.admin.fails(
    'POST',
    `/switcher-core/device/console_command/${ids.get('sw-huawei')}`,
    { body: { command: 'display version' } },
  )
  assert.ok(gone.status >= 500, `${gone.status} ${gone.description}`)
  house.clock.advance(20_000)
  assert.ok((await call<Result>('console_command', 'sw-huawei', { command: 'display version' })).success)
  const rows = await call<{ interface: { name: string }; description: string }[]>(
    'interface_descriptions',
    'sw-huawei',
    {},
  )
  const described = (port: string) => rows.find(row => row.interface.name === port)?.description
  assert.equal(
    [described('GigabitEthernet0/0/7'), described('GigabitEthernet0/0/8')],
    ['flat 7, door A', 'apt 8'],
  )
})
