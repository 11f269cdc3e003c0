import { readFile } from 'node:fs/promises'
import { DeviceError } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import { ctrlPoeState, ctrlPortSpeed, ctrlVlanPort, poeInfo } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const test = suite('huawei changes')
const index = buildIndex([driver])
const poe = '1.3.6.1.4.1.2011.5.25.195.3.1'
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'success',
    (error: unknown) => (error instanceof DeviceError ? error.kind : String(error)),
  )
const unknown = "Error: Unrecognized command found at '^' position."

async function recorded(commands: readonly string[], commit = unknown) {
  const text = await readFile(
    new URL('../recordings/huawei_s2326tp_ei/V100R006C05/snmp.snmprec', import.meta.url),
    'utf8',
  )
  return replaySession(parseSnmprec(text), index.models.get('huawei_s2326tp_ei')!, {
    cli: [
      ...commands.map(send => ({ send, reply: '', mode: 'system' })),
      { send: 'commit', reply: commit, mode: 'system' },
    ],
  })
}

test('a port joins a VLAN by the words of its kind', async () => {
  const cases = [
    ['Ethernet0/0/1', 'untagged', ['port default vlan 301']],
    ['Ethernet0/0/2', 'tagged', ['port hybrid tagged vlan 301']],
    ['Ethernet0/0/2', 'untagged', ['port hybrid untagged vlan 301', 'port hybrid pvid vlan 301']],
    ['GigabitEthernet0/0/1', 'tagged', ['port trunk allow-pass vlan 301']],
    ['GigabitEthernet0/0/1', 'untagged', ['port trunk allow-pass vlan 301', 'port trunk pvid vlan 301']],
  ] as const
  for (const [port, type, lines] of cases) {
    const session = await recorded([`interface ${port}`, ...lines])
    await kindOf(session.call(ctrlVlanPort, { id: 301, interface: port, type, action: 'add' }))
    assert.equal(
      session.typed,
      [`interface ${port}`, ...lines, 'commit'].map(line => `system: ${line}`),
    )
  }
})

test('an access port has no tagged VLAN, and nothing is typed', async () => {
  const session = await recorded([])
  assert.is(
    await kindOf(
      session.call(ctrlVlanPort, { id: 100, interface: 'Ethernet0/0/1', type: 'tagged', action: 'add' }),
    ),
    'BadArgument',
  )
  assert.equal(session.typed, [])
})

test('a commit that the device refuses is no success; one that it does not know is none that it needs', async () => {
  const speed = async (commit: string) =>
    kindOf(
      (await recorded(['interface Ethernet0/0/2', 'negotiation auto'], commit)).call(ctrlPortSpeed, {
        interface: 6,
        speed: 'auto',
      }),
    )
  assert.equal(
    await Promise.all([
      speed(unknown),
      speed(''),
      speed('Error: The configuration is being committed by another user.'),
    ]),
    ['success', 'success', 'CommandRejected'],
  )
})

test('power over Ethernet by ifIndex, in words of the device', async () => {
  const ports = [5, 6, 7].flatMap(n => [
    `1.3.6.1.2.1.2.2.1.2.${n}|4|GigabitEthernet0/0/${n - 4}`,
    `1.3.6.1.2.1.2.2.1.3.${n}|2|6`,
  ])
  const rows = [
    `${poe}.3.5|2|1`,
    `${poe}.4.5|2|3`,
    `${poe}.6.5|4|on`,
    `${poe}.8.5|2|3`,
    `${poe}.10.5|2|4240`,
    `${poe}.3.6|2|2`,
    `${poe}.6.6|4|off`,
    `${poe}.8.6|2|0`,
    `${poe}.10.6|2|0`,
  ]
  const session = replaySession(
    parseSnmprec([...ports, ...rows].join('\n')),
    index.models.get('huawei_s5720_56c_pwr_ei')!,
  )
  assert.equal(
    (await session.call(poeInfo, {})).map(({ interface: { id }, ...row }) => [id, row]),
    [
      [5, { admin_state: 'Enabled', status: 'Delivering', class: 3, priority: 'Low', power_mw: 4240 }],
      [6, { admin_state: 'Disabled', status: 'Off', class: null, priority: null, power_mw: 0 }],
    ],
  )
  assert.ok((await session.call(ctrlPoeState, { interface: 6, state: 'enable' })).verified)
  assert.is(await kindOf(session.call(ctrlPoeState, { interface: 7, state: 'enable' })), 'BadArgument')
  assert.equal(
    session.sent.map(({ oid, value }) => [oid, value]),
    [[`${poe}.3.6`, 1]],
  )
})
