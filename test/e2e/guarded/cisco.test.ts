import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { consoleCommand, multiConsoleCommand, saveConfig } from '@linecard/driver-kit/modules'
import type { EquipmentService } from '@linecard/equipment/library'
import type { ArmedGuard } from '@linecard/plugin-kit'
import { assert, failureOf, suite } from '@linecard/test-kit'
import { startEquipment, startLiving } from './living.ts'

/** Self-disarming changes. */
const test = suite('guarded changes of a living Catalyst', { level: 'full' })

let living: Awaited<ReturnType<typeof startLiving>>
let equipment: EquipmentService
test.before(async () => {
  living = await startLiving()
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
const typedSince = (from: number) =>
  living.device.console!.typed.slice(from).filter(line => !line.startsWith('!'))

test('a harmless change is confirmed over new connections, and nothing is scheduled any more', async () => {
  assert.equal([equipment.canRevert('cisco_catalyst_2960x'), equipment.canRevert('none')], [true, false])
  const console = living.device.console!
  const before = console.connections
  let at: number | null = null
  const began = Date.now()
  const rows = await guarded(async armed => {
    at = living.control.restartsAt()
    const { revertsAt } = armed
    const armedAt = Date.parse(revertsAt!) - 300_000
    assert.ok(began <= armedAt && armedAt <= Date.now(), revertsAt!)
    return types('configure terminal', 'hostname sw-renamed', 'end')(armed)
  })
  assert.ok(at !== null && rows.every(({ success }) => success))
  assert.equal([living.control.restartsAt(), console.connections - before], [null, 2])
  await living.after(60)
  assert.match(living.running(), 'hostname sw-renamed')
  living.control.save()
})

for (const [what, command] of [
  ['switches the console off', ['line vty 0 4', 'transport input none']],
  ['switches SNMP off', ['no snmp-server']],
] as const)
  test(`a change that ${what} stays armed: the answer says until when, and the device comes back as it was`, async () => {
    const before = living.running()
    const began = Date.now()
    const error = (await failureOf(guarded(types('configure terminal', ...command, 'end')))) as Failure
    assert.equal([error.code, error.status], ['EQUIPMENT_CHANGE_REVERTS', 502])
    const { reverts_at: at } = error.details[0] as { reverts_at: string }
    assert.ok(error.message.includes(at), error.message)
    const armedAt = Date.parse(at) - 300_000
    assert.ok(began <= armedAt && armedAt <= Date.now(), at)
    assert.ok(living.running() !== before)
    await living.after(4)
    assert.ok(living.control.restartsAt() !== null)
    await living.after(2)
    assert.is(living.running(), before)
    // It answers again, over both.
    const { data } = await equipment.call(
      living.target,
      consoleCommand,
      { command: 'show reload' },
      { caller: null },
    )
    assert.match(data.output, 'No reload is scheduled')
  })

test('a device that does not show that it is armed is not changed', async () => {
  const { control } = living
  const schedule = control.scheduleRestart
  control.scheduleRestart = () => undefined
  const from = living.device.console!.typed.length
  let started = false
  const error = (await failureOf(
    guarded(async () => {
      started = true
    }),
  )) as Failure
  control.scheduleRestart = schedule
  assert.equal([error.code, started], ['DEVICE_NOT_APPLIED', false])
  assert.ok(typedSince(from).includes('reload cancel'))
})

test('a device with unsaved changes is not armed: the restart would undo them too', async () => {
  living.control.facts.sysName = 'sw-unsaved'
  let started = false
  const error = (await failureOf(
    guarded(async () => {
      started = true
    }),
  )) as Failure
  assert.equal([error.code, started, living.control.restartsAt()], ['DEVICE_CONFLICT', false, null])
  assert.is(living.control.unsaved, true)
  living.control.save()
})

test('work that has changed nothing is confirmed; work that failed after a change is undone', async () => {
  const wrong = await failureOf(guarded(() => Promise.reject(new Error('the plan is wrong'))))
  assert.equal([wrong.message, living.control.restartsAt()], ['the plan is wrong', null])
  const before = living.running()
  const half = (await failureOf(
    guarded(async armed => {
      await types('configure terminal', 'hostname sw-half', 'end')(armed)
      throw new Error('the second step failed')
    }),
  )) as Failure
  assert.is(half.code, 'EQUIPMENT_CHANGE_REVERTS')
  assert.match(half.message, 'the second step failed')
  await living.after(6)
  assert.is(living.control.restartsAt(), null)
  assert.is(living.running(), before)
})

test('work that takes longer than the device waits is told that the change is undone', async () => {
  const before = living.running()
  const error = (await failureOf(
    guarded(async armed => {
      await types('configure terminal', 'hostname sw-late', 'end')(armed)
      await living.after(6)
    }),
  )) as Failure
  assert.equal([error.code, living.running()], ['EQUIPMENT_CHANGE_REVERTED', before])
})

test('what would save the change is refused before it is sent; other people cannot change the device', async () => {
  await guarded(async ({ hold }) => {
    for (const command of [
      'write memory',
      'do wr',
      'copy run start',
      'erase startup-config',
      'copy running-config startup-config',
    ]) {
      const from = living.device.console!.typed.length
      const lines = [{ text: command }, command]
      for (const item of lines) {
        const error = await failureOf(
          equipment.call(living.target, multiConsoleCommand, { commands: ['show clock', item] }, { hold }),
        )
        assert.is((error as Failure).code, 'EQUIPMENT_GUARDED_SAVE', command)
      }
      assert.equal(typedSince(from), [])
    }
    const saved = await failureOf(equipment.call(living.target, saveConfig, {}, { hold }))
    assert.is((saved as Failure).code, 'EQUIPMENT_GUARDED_SAVE')
    const other = await failureOf(equipment.call(living.target, consoleCommand, { command: 'show version' }))
    assert.is((other as Failure).code, 'EQUIPMENT_DEVICE_HELD')
  })
  assert.is(((await failureOf(guarded(async () => {}, 90_000))) as Failure).code, 'EQUIPMENT_REVERT_TIME')
})

test('the service is killed between the change and its confirmation: the device undoes it', async () => {
  const before = living.running()
  const { snmp, console } = living.target
  const child = fork(join(import.meta.dirname, 'dying.ts'), [String(snmp.port), String(console!.port)], {
    execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
  })
  await once(child, 'message')
  assert.match(living.running(), 'hostname sw-lost')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await living.after(6)
  assert.is(living.control.restartsAt(), null)
  assert.is(living.running(), before)
})
