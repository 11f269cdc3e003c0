import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ctrlPortDescr, multiConsoleCommand } from '@linecard/driver-kit/modules'
import type { EquipmentService } from '@linecard/equipment/library'
import type { ArmedGuard } from '@linecard/plugin-kit'
import { assert, failureOf, suite, until } from '@linecard/test-kit'
import { startEquipment, startLiving } from './living.ts'

/** Self-disarming changes where the commit arms (`commit confirmed`). */
const test = suite('guarded changes of a living Junos switch', { level: 'full' })

let living: Awaited<ReturnType<typeof startLiving>>
let equipment: EquipmentService
test.before(async () => {
  living = await startLiving('127.41.14.1', 'junos')
  equipment = startEquipment()
})
test.after(async () => {
  await equipment?.close()
  await living?.device.stop()
})

type Failure = Error & { code: string; status: number; details: Record<string, unknown>[] }
const types =
  (...commands: string[]) =>
  async ({ hold }: ArmedGuard) =>
    (await equipment.call(living.target, multiConsoleCommand, { commands }, { hold })).data
const guarded = <T>(work: (armed: ArmedGuard) => Promise<T>, revertAfterSec = 300) =>
  equipment.guarded(living.target, { what: 'a change', revertAfterSec, caller: null }, work)
const typed = () => living.device.console!.typed
const typedSince = (from: number) =>
  typed()
    .slice(from)
    .filter(line => !/^(?:#|set cli|show |exit$)/.test(line))
const described = (text: string) => `set interfaces ge-0/0/3 description ${text}`
const isWaiting = () => living.control.restartsAt() !== null

/** Somebody else at the console of the device, whose session stays open. Gives what ends it. */
async function somebodyElse(...commands: string[]) {
  const { port, login, password } = living.target.console as { port: number; login: string; password: string }
  const person = connect(port, living.target.ip)
  let text = ''
  person.on('data', octets => (text += octets.toString('latin1')))
  const says = (end: RegExp) => until(`${end} of the other`, async () => end.test(text) || null)
  for (const [line, end] of [
    ['', /login: $/],
    [login, /Password:$/],
    [password, /> $/],
    ...commands.map(command => [command, /[>#] $/] as const),
  ] as const) {
    text = ''
    if (line !== '') person.write(`${line}\r\n`)
    await says(end)
  }
  return async () => {
    const gone = once(person, 'close')
    person.end()
    await gone
    // Its lock ends with the session.
    await pause(200)
  }
}

test('a harmless change is committed with a time, and confirmed over new connections', async () => {
  assert.is(equipment.canRevert('juniper_ex2200'), true)
  const console = living.device.console!
  const [connections, from] = [console.connections, typed().length]
  let waited = false
  const rows = await guarded(async armed => {
    assert.equal([armed.revertsAt, isWaiting()], [null, false])
    const done = await types('configure', described('one'), 'commit', 'exit')(armed)
    waited = isWaiting()
    return done
  })
  assert.ok(waited && rows.every(({ success }) => success))
  assert.match(rows[2]!.output, /configuration check succeeds\ncommit confirmed will be .* in 5 minutes/)
  assert.equal(typedSince(from), [
    'configure exclusive',
    described('one'),
    'commit check',
    'commit confirmed 5',
    'configure exclusive',
    'commit',
    'exit configuration-mode',
  ])
  assert.equal([isWaiting(), console.connections - connections], [false, 2])
  await living.after(60)
  assert.match(living.running(), 'description one')
})

test('a change of a driver is armed as well', async () => {
  const port = living.control.ports[3]!
  await guarded(async ({ hold }) => {
    await equipment.call(
      living.target,
      ctrlPortDescr,
      { interface: port.ifIndex, description: 'two' },
      { hold },
    )
    assert.ok(isWaiting())
  })
  await living.after(60)
  assert.equal([port.alias, isWaiting()], ['two', false])
})

for (const [what, command] of [
  ['the console', 'delete system services telnet'],
  ['SNMP', 'delete snmp community'],
] as const)
  test(`a change that switches off ${what} is not confirmed: the answer says until when, and the device undoes it`, async () => {
    const before = living.running()
    const began = Date.now()
    const error = (await failureOf(guarded(types('configure', command, 'commit', 'exit')))) as Failure
    assert.equal([error.code, error.status], ['EQUIPMENT_CHANGE_REVERTS', 502])
    const { reverts_at: at } = error.details[0] as { reverts_at: string }
    assert.ok(error.message.includes(at), error.message)
    const armedAt = Date.parse(at) - 300_000
    assert.ok(began <= armedAt && armedAt <= Date.now(), at)
    assert.ok(living.running() !== before && isWaiting())
    await living.after(6)
    assert.equal([living.running(), isWaiting()], [before, false])
    // It answers again, over both.
    assert.ok((await guarded(types('show system commit')))[0]!.success)
  })

test('a change that the check refuses is not committed, and the reason is in the row', async () => {
  const before = living.running()
  const from = typed().length
  const members = 'set interfaces ge-0/0/3 unit 0 family ethernet-switching vlan members none'
  const rows = await guarded(types('configure', members, 'commit', 'exit'))
  assert.equal(
    rows.map(({ success }) => success),
    [true, true, false],
  )
  assert.match(rows[2]!.error!, 'configuration check-out failed')
  assert.not.ok(typedSince(from).some(line => line.startsWith('commit confirmed')))
  assert.equal([living.running(), isWaiting()], [before, false])
  // Its lock and what it typed are gone.
  await guarded(types('configure', described('three'), 'commit', 'exit'))
  assert.not.match(living.running(), 'members none')
})

test('somebody else has the lock: nothing is changed; it is taken before the confirmation: the device undoes the change', async () => {
  const before = living.running()
  const leave = await somebodyElse('configure exclusive')
  const rows = await guarded(types('configure', described('four'), 'commit', 'exit'))
  assert.equal([rows.length, rows[0]!.success], [1, false])
  assert.match(rows[0]!.error!, 'configuration database locked by')
  assert.equal([living.running(), isWaiting()], [before, false])
  await leave()
  let leaveLater = async () => {}
  const error = (await failureOf(
    guarded(async armed => {
      await types('configure', described('four'), 'commit', 'exit')(armed)
      leaveLater = await somebodyElse('configure exclusive')
    }),
  )) as Failure
  assert.is(error.code, 'EQUIPMENT_CHANGE_REVERTS')
  assert.match(error.message, 'configuration database locked by')
  await leaveLater()
  await living.after(6)
  assert.equal([living.running(), isWaiting()], [before, false])
})

test('a change of somebody else that waits for its confirmation is not confirmed by us', async () => {
  const before = living.running()
  const leave = await somebodyElse('configure', described('five'), 'commit confirmed 5')
  let started = false
  const error = (await failureOf(
    guarded(async () => {
      started = true
    }),
  )) as Failure
  await leave()
  assert.equal([error.code, started, isWaiting()], ['DEVICE_CONFLICT', false, true])
  await living.after(6)
  assert.is(living.running(), before)
})

test('what would make the change permanent is refused before anything is sent', async () => {
  await guarded(async ({ hold }) => {
    for (const commands of [
      ['configure', described('six'), 'commit comment six'],
      ['configure', 'commit confirmed 60'],
      ['configure', described('six'), 'commit', described('seven'), 'commit'],
      ['configure batch', described('six'), 'commit'],
      ['request system configuration rescue save'],
    ]) {
      const from = typed().length
      const error = await failureOf(
        equipment.call(living.target, multiConsoleCommand, { commands }, { hold }),
      )
      assert.is((error as Failure).code, 'EQUIPMENT_GUARDED_SAVE', commands.join())
      assert.equal(typedSince(from), [])
    }
  })
})

test('a second commit of the same work is not typed', async () => {
  const before = living.running()
  const error = (await failureOf(
    guarded(async armed => {
      await types('configure', described('eight'), 'commit', 'exit')(armed)
      await types('configure', described('nine'), 'commit', 'exit')(armed)
    }),
  )) as Failure
  assert.is(error.code, 'EQUIPMENT_CHANGE_REVERTS')
  await living.after(6)
  assert.is(living.running(), before)
})

test('work that takes longer than the device waits is told so', async () => {
  const before = living.running()
  const error = (await failureOf(
    guarded(async armed => {
      await types('configure', described('late'), 'commit', 'exit')(armed)
      await living.after(6)
    }),
  )) as Failure
  assert.equal([error.code, living.running()], ['EQUIPMENT_CHANGE_REVERTED', before])
})

/** All commands that reach the device from the first of the change to the confirmation. */
const steps = [
  /^configure exclusive/,
  /^set interfaces/,
  /^commit check/,
  /^commit confirmed/,
  /^exit$/,
] as const
for (const [at, command] of steps.entries())
  for (const unrun of [true, false])
    test(`the session is cut ${unrun ? 'before' : 'after'} ${command.source} is done: the answer fits the device`, async () => {
      const before = living.running()
      const name = `cut-${at}-${unrun ? 'before' : 'after'}`
      living.device.console!.behaviour = { drop: { command, after: 0, unrun } }
      const error = (await failureOf(
        guarded(types('configure', described(name), 'commit', 'exit')),
      )) as Failure
      living.device.console!.behaviour = {}
      const committed = at > 3 || (at === 3 && !unrun)
      assert.equal(
        [error.code === 'EQUIPMENT_CHANGE_REVERTS', isWaiting(), living.running() !== before],
        [committed, committed, committed],
        `${error.code} ${error.message}`,
      )
      await living.after(6)
      assert.equal([living.running(), isWaiting()], [before, false])
      // Nothing of it is left for the next one.
      await guarded(types('configure', described('next'), 'commit', 'exit'))
      assert.not.match(living.running(), name)
    })

test('the session is cut at the confirmation: the answer says whether the device undoes the change', async () => {
  for (const unrun of [true, false]) {
    const before = living.running()
    const name = `confirm-${unrun}`
    living.device.console!.behaviour = { drop: { command: /^commit$/, after: 0, unrun } }
    const outcome = await guarded(types('configure', described(name), 'commit', 'exit')).catch(
      (error: unknown) => error as Failure,
    )
    living.device.console!.behaviour = {}
    assert.is(isWaiting(), unrun)
    assert.is(
      outcome instanceof Error ? (outcome as Failure).code : null,
      unrun ? 'EQUIPMENT_CHANGE_REVERTS' : null,
    )
    await living.after(6)
    assert.equal([living.running() === before, living.running().includes(name)], [unrun, !unrun])
  }
})
