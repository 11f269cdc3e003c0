import { assert, suite } from '@linecard/test-kit'
import { DeviceError, type Implementation, type Session } from '../src/index.ts'
import { confirm } from '../src/builders/control/confirm.ts'
import {
  cliDescription,
  cliName,
  ifTable,
  industryControl,
  maintenance,
  poe,
  portControl,
  qBridgeControl,
  qBridgeVlans,
  setAdmin,
  setAlias,
  typed,
  vlanControl,
} from '../src/builders/index.ts'
import { industryCli } from '../src/cli/index.ts'
import {
  clearCounters,
  ctrlPoeState,
  ctrlPortDescr,
  ctrlPortState,
  ctrlVlanPort,
  ctrlVlanState,
  poeInfo,
  reboot,
  saveConfig,
  type Interface,
} from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession, type Replay } from '../src/testing/index.ts'
import type { RecordedCommand } from '../src/testing/replay-cli.ts'
import { smallModel } from './small-model.ts'

const test = suite('changes')
const alias = '1.3.6.1.2.1.31.1.1.1.18'
const admin = '1.3.6.1.2.1.2.2.1.7'
const pvid = '1.3.6.1.2.1.17.7.1.4.5.1.1'
const staticVlan = '1.3.6.1.2.1.17.7.1.4.3.1'
const power = '1.3.6.1.2.1.105.1.1.1'
const octets = '1.3.6.1.2.1.2.2.1.10'

function sessionOn(
  modules: readonly Implementation[],
  lines: readonly string[] = [],
  cli: readonly RecordedCommand[] = [],
): Replay {
  const ports = [1, 2, 3].flatMap(n => [
    `1.3.6.1.2.1.2.2.1.2.${n}|4|Gi0/${n}`,
    `1.3.6.1.2.1.2.2.1.3.${n}|2|6`,
    `${admin}.${n}|2|1`,
    `${alias}.${n}|4|old ${n}`,
    `1.3.6.1.2.1.17.1.4.1.2.${n}|2|${n}`,
  ])
  return replaySession(
    parseSnmprec([...ports, ...lines].join('\n')),
    smallModel([...ifTable(), ...modules], { cli: industryCli() }),
    { cli },
  )
}
const isKind = (kind: string, words: RegExp) => (error: unknown) =>
  error instanceof DeviceError && error.kind === kind && words.test(error.message)

/** uvu has no assertion on promises. */
async function rejects(work: Promise<unknown>, fits: (error: unknown) => boolean): Promise<void> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(fits(error), `got ${String(error)}`)
}

const bySnmp = portControl({ descr: setAlias(), state: setAdmin() })
const byConsole = portControl({
  descr: typed((one: Interface, text: string) => [
    { mode: 'config', command: `interface ${cliName(one)}` },
    { mode: 'config', command: `description ${cliDescription(text, { max: 32 })}` },
  ]),
})

test('a description set over SNMP is read back, and the evidence says what was written', async () => {
  const session = sessionOn(bySnmp)
  const result = await session.call(ctrlPortDescr, { interface: 'Gi0/2', description: 'new roof' })
  assert.equal(result, { accepted: true, evidence: `${alias}.2 = "new roof"`, verified: true })
  assert.equal(
    session.sent.map(({ oid, value }) => [oid, String(value)]),
    [[`${alias}.2`, 'new roof']],
  )
  assert.equal(await session.call(ctrlPortState, { interface: 2, state: 'disable' }), {
    accepted: true,
    evidence: `${admin}.2 = 2`,
    verified: true,
  })
})

test('a text that the device has no room for is refused, not cut, and nothing is sent', async () => {
  const session = sessionOn(bySnmp)
  await rejects(
    session.call(ctrlPortDescr, { interface: 2, description: 'ü'.repeat(40) }),
    isKind('BadArgument', /64 octets.*not 80/),
  )
  assert.equal(session.sent, [])
})

test('a change that the device accepts and does not make is an error with its words', async () => {
  const session = sessionOn(
    byConsole,
    [],
    [
      { send: 'interface Gi0/2', mode: 'config', reply: '' },
      { send: 'description "new"', mode: 'config', reply: 'ok so far' },
    ],
  )
  await rejects(
    session.call(ctrlPortDescr, { interface: 2, description: 'new' }),
    isKind('NotApplied', /Gi0\/2 is "old 2" after.*ok so far/),
  )
})

test('a change on the console is read back over SNMP', async () => {
  const session = sessionOn(
    byConsole,
    [],
    [
      { send: 'interface Gi0/2', mode: 'config', reply: '' },
      { send: 'description "new"', mode: 'config', reply: 'Success.', snmp: [`${alias}.2|4|new`] },
    ],
  )
  assert.equal(await session.call(ctrlPortDescr, { interface: 2, description: 'new' }), {
    accepted: true,
    evidence: 'Success.',
    verified: true,
  })
  assert.equal(session.typed, ['config: interface Gi0/2', 'config: description "new"'])
})

test('what could become another command is refused before anything is typed, also when the device itself says it', async () => {
  const session = sessionOn(byConsole)
  for (const description of ['a"b', 'x\nreload', 'x\rreload', 'what?', 'a`b', 'a\\b'])
    await rejects(
      session.call(ctrlPortDescr, { interface: 2, description }),
      isKind('BadArgument', /description/),
    )
  assert.equal(session.typed, [])
  for (const name of ['Gi0/1\nreload', 'Gi0/1; reload', '-x', 'Gi0/1  x', 'Gi0/1 | reload', 'Gi"0'])
    assert.throws(() => cliName({ name }), isKind('ParseFailed', /is not safe in a command/))
  for (const name of [
    'Gi0/1',
    'ethernet 1/1',
    'GigabitEthernet0/0/1.100',
    'ge-0/0/1:2',
    '1/1',
    'Port-channel 1',
  ])
    assert.is(cliName({ name }), name)
})

test('a refusal of the device stops a change in its middle', async () => {
  const session = sessionOn(
    byConsole,
    [],
    [{ send: 'interface Gi0/2', mode: 'config', reply: '% Invalid input' }],
  )
  await rejects(
    session.call(ctrlPortDescr, { interface: 2, description: 'new' }),
    isKind('CommandRejected', /Invalid input/),
  )
  assert.equal(session.typed, ['config: interface Gi0/2'])
})

const vlan10 = [
  `${staticVlan}.1.10|4|ten`,
  `${staticVlan}.2.10|4x|c0`,
  `${staticVlan}.4.10|4x|40`,
  `${staticVlan}.5.10|2|1`,
]
const vlanModules = [...qBridgeVlans(), ...vlanControl(qBridgeControl())]

test('VLANs: a port joins tagged or untagged with its PVID, and leaves; every step is read back', async () => {
  const session = sessionOn(vlanModules, vlan10)
  assert.ok(
    (await session.call(ctrlVlanPort, { id: 10, interface: 3, type: 'untagged', action: 'add' })).verified,
  )
  assert.equal(
    session.sent.map(({ oid, value }) => [oid, Buffer.isBuffer(value) ? value.toString('hex') : value]),
    [
      [`${staticVlan}.2.10`, 'e0'],
      [`${staticVlan}.4.10`, '60'],
      [`${pvid}.3`, 10],
    ],
  )
  assert.ok((await session.call(ctrlVlanPort, { id: '10', interface: 2, action: 'add' })).verified)
  assert.ok((await session.call(ctrlVlanPort, { id: 10, interface: 1, action: 'delete' })).verified)
  await rejects(
    session.call(ctrlVlanPort, { id: 11, interface: 1, action: 'add' }),
    isKind('BadArgument', /no VLAN 11: create it first/),
  )
})

test('VLANs: a created one must be there afterwards, a deleted one gone; 1 and what is no VLAN are refused', async () => {
  const session = sessionOn(vlanModules, vlan10)
  assert.ok((await session.call(ctrlVlanState, { id: 20, name: 'video', action: 'create' })).verified)
  await rejects(
    session.call(ctrlVlanState, { id: 10, name: 'other', action: 'create' }),
    isKind('Conflict', /VLAN 10 exists already/),
  )
  // The recording has no agent that destroys the row: what the device keeps is told.
  await rejects(
    session.call(ctrlVlanState, { id: 10, action: 'delete' }),
    isKind('NotApplied', /VLAN 10 is there/),
  )
  await rejects(session.call(ctrlVlanState, { id: 1, action: 'delete' }), isKind('BadArgument', /VLAN 1/))
  await rejects(
    session.call(ctrlVlanState, { id: '4095', action: 'create' }),
    isKind('BadArgument', /1 to 4094/),
  )
})

test('power over Ethernet is read by port and switched', async () => {
  const rows = [
    `${power}.3.1.1|2|1`,
    `${power}.6.1.1|2|3`,
    `${power}.7.1.1|2|3`,
    `${power}.10.1.1|2|4`,
    `${power}.3.1.2|2|2`,
    `${power}.6.1.2|2|1`,
    `${power}.10.1.2|2|1`,
  ]
  const session = sessionOn(poe(), rows)
  assert.equal(
    (await session.call(poeInfo, {})).map(({ interface: { id }, ...row }) => [id, row]),
    [
      [1, { admin_state: 'Enabled', status: 'Delivering', class: 3, priority: 'Low', power_mw: null }],
      [2, { admin_state: 'Disabled', status: 'Off', class: null, priority: null, power_mw: null }],
    ],
  )
  assert.ok((await session.call(ctrlPoeState, { interface: 2, state: 'enable' })).verified)
  await rejects(
    session.call(ctrlPoeState, { interface: 3, state: 'enable' }),
    isKind('BadArgument', /Gi0\/3 does not supply power/),
  )
})

const housekeeping = maintenance({
  clear: typed(() => ['clear counters']),
  save: { act: typed(() => ['write']), done: /\[OK\]/ },
  reboot: typed(() => [{ command: 'reload', answers: [{ prompt: '[confirm]', answer: 'y' }] }]),
})

test('cleared counters are verified by their fall, and only by it', async () => {
  const counted = [1, 2].map(n => `${octets}.${n}|65|${n * 1000}`)
  const fallen = sessionOn(housekeeping, counted, [
    { send: 'clear counters', reply: '', snmp: [1, 2].map(n => `${octets}.${n}|65|3`) },
  ])
  assert.equal(await fallen.call(clearCounters, {}), { accepted: true, evidence: null, verified: true })
  const kept = sessionOn(housekeeping, counted, [{ send: 'clear counters', reply: 'done' }])
  assert.equal(await kept.call(clearCounters, {}), { accepted: true, evidence: 'done', verified: false })
})

test('a save is verified by the words of the device, a restart by its uptime', async () => {
  const words = (reply: string) =>
    sessionOn(housekeeping, [], [{ send: 'write', reply }]).call(saveConfig, {})
  assert.equal(
    [(await words('Building...\n[OK]')).verified, (await words('Building...')).verified],
    [true, false],
  )
  const uptime = '1.3.6.1.2.1.1.3.0'
  const session = sessionOn(
    housekeeping,
    [`${uptime}|67|100000`],
    [{ send: 'reload', reply: 'Proceed? [confirm]', snmp: [`${uptime}|67|200`] }],
  )
  assert.equal(await session.call(reboot, {}), {
    accepted: true,
    evidence: 'Proceed? [confirm]',
    verified: true,
  })
})

test('a console of the usual kind: the words of the maker are data', async () => {
  const answers = [
    'interface Gi0/2',
    'description new roof',
    'no description',
    'shutdown',
    'vlan 20',
    'name video',
    'switchport trunk allowed vlan add 20',
  ].map(send => ({ send, mode: 'config', reply: '' }))
  const changes = [...qBridgeVlans(), ...industryControl({ switchport: true })]
  const done = async (
    cli: readonly RecordedCommand[],
    call: (session: Replay) => Promise<{ verified: boolean }>,
  ) => {
    const session = sessionOn(changes, vlan10, [...cli, ...answers])
    assert.ok((await call(session)).verified)
    return session.typed
  }
  const after = (send: string, ...snmp: string[]) => [{ send, mode: 'config', reply: '', snmp }]
  assert.equal(
    await done(after('description new roof', `${alias}.2|4|new roof`), session =>
      session.call(ctrlPortDescr, { interface: 2, description: 'new roof' }),
    ),
    ['config: interface Gi0/2', 'config: description new roof'],
  )
  assert.equal(
    await done(after('no description', `${alias}.2|4|`), session =>
      session.call(ctrlPortDescr, { interface: 2, description: '' }),
    ),
    ['config: interface Gi0/2', 'config: no description'],
  )
  assert.equal(
    await done(after('shutdown', `${admin}.2|2|2`), session =>
      session.call(ctrlPortState, { interface: 2, state: 'disable' }),
    ),
    ['config: interface Gi0/2', 'config: shutdown'],
  )
  assert.equal(
    await done(after('name video', `${staticVlan}.1.20|4|video`, `${staticVlan}.5.20|2|1`), session =>
      session.call(ctrlVlanState, { id: 20, name: 'video', action: 'create' }),
    ),
    ['config: vlan 20', 'config: name video'],
  )
  // The port is not in the VLAN, so nothing is typed.
  assert.equal(
    await done([], session => session.call(ctrlVlanPort, { id: 10, interface: 3, action: 'delete' })),
    [],
  )
  await rejects(
    sessionOn(changes).call(ctrlPortDescr, { interface: 2, description: 'what?' }),
    isKind('BadArgument', /may not contain \?/),
  )
})

test('a console that falls silent is no failure of a restart where the uptime starts again', async () => {
  const uptime = '1.3.6.1.2.1.1.3.0'
  const session = sessionOn(housekeeping, [`${uptime}|67|100000`])
  Object.assign(session, {
    cli: {
      async run() {
        await session.snmp.set([...parseSnmprec(`${uptime}|67|200`)])
        throw new DeviceError('NoPrompt', 'the prompt has not come in 5 s of silence')
      },
    },
  })
  assert.equal(await session.call(reboot, {}), {
    accepted: true,
    evidence: 'The console stopped answering',
    verified: true,
  })
  const refused = sessionOn(
    housekeeping,
    [`${uptime}|67|100000`],
    [{ send: 'reload', reply: '% Invalid input' }],
  )
  await rejects(refused.call(reboot, {}), isKind('CommandRejected', /Invalid input/))
})

test('constants among the counters do not hide that the others were cleared', async () => {
  const idle = sessionOn(
    housekeeping,
    [`${octets}.1|65|900`, `${octets}.2|65|0`],
    [{ send: 'clear counters', reply: '', snmp: [`${octets}.1|65|0`] }],
  )
  assert.ok((await idle.call(clearCounters, {})).verified)
})

test('one question without an answer is no restart, two are; silence after a change stands in the evidence', async () => {
  const uptime = '1.3.6.1.2.1.1.3.0'
  const lossy = (lost: number) => {
    const session = sessionOn(
      housekeeping,
      [`${uptime}|67|100000`, `${octets}.1|65|900`],
      [
        { send: 'reload', reply: 'Proceed? [confirm]', snmp: [`${uptime}|67|200`] },
        { send: 'clear counters', reply: 'done' },
      ],
    )
    const { get, columns } = session.snmp
    const silent = () => session.typed.length > 0 && lost-- > 0
    const fail = async () => {
      throw new DeviceError('DeviceTimeout', '192.0.2.1 gave no answer')
    }
    Object.assign(session.snmp, {
      get: (...asked: Parameters<typeof get>) => (silent() ? fail() : get(...asked)),
      columns: (...asked: Parameters<typeof columns>) => (silent() ? fail() : columns(...asked)),
    })
    Object.defineProperty(session, 'answered', { value: false })
    return session
  }
  assert.equal(await lossy(1).call(reboot, {}), {
    accepted: true,
    evidence: 'Proceed? [confirm]',
    verified: true,
  })
  assert.equal(await lossy(2).call(reboot, {}), {
    accepted: true,
    evidence: 'Proceed? [confirm]\nThe device stopped answering',
    verified: true,
  })
  const unseen = await lossy(99).call(clearCounters, {})
  assert.equal(
    [unseen.verified, unseen.evidence],
    [false, 'done\nIt could not be read back: 192.0.2.1 gave no answer'],
  )
})

test('a console that loses step: what the device shows afterwards decides, and otherwise it stays unknown', async () => {
  const lost = new DeviceError('NoPrompt', 'The device was silent')
  const act = () => Promise.reject(lost)
  const session = sessionOn(bySnmp)
  const options = { what: 'x', wanted: (now: string) => now === 'new' }
  const made = await confirm(session, act, { ...options, read: async () => 'new' })
  assert.equal(made, { accepted: true, evidence: 'The device was silent', verified: true })
  for (const read of [
    async () => 'old',
    async () => null,
    () => Promise.reject(new DeviceError('DeviceTimeout', 'x')),
  ])
    assert.is(await confirm(session, act, { ...options, read }).catch((error: unknown) => error), lost)
  const refused = new DeviceError('CommandRejected', 'no')
  const rejected = confirm(session, () => Promise.reject(refused), { ...options, read: async () => 'new' })
  assert.is(await rejected.catch((error: unknown) => error), refused)
})

test('a change of several commands that fails in the middle says how many were executed', async () => {
  const run = async (command: string) => {
    if (command === 'two') throw new DeviceError('CommandRejected', 'The device refused "two"')
    return ''
  }
  const session = { cli: { run } } as unknown as Session
  const error = await typed(() => ['one', 'two', 'three'])(session).catch((reason: unknown) => reason)
  assert.instance(error, DeviceError)
  assert.equal(
    [(error as DeviceError).kind, (error as DeviceError).message],
    ['CommandRejected', 'The device refused "two" (1 of 3 commands of this change were executed before)'],
  )
})
