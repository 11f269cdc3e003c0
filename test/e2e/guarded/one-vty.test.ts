import { multiConsoleCommand } from '@linecard/driver-kit/modules'
import type { EquipmentService } from '@linecard/equipment/library'
import { assert, suite } from '@linecard/test-kit'
import { startEquipment, startLiving } from './living.ts'

/** Fault 34. */
const test = suite('a device with one VTY')

let living: Awaited<ReturnType<typeof startLiving>>
let here: EquipmentService
let there: EquipmentService
test.before(async () => {
  living = await startLiving('127.41.12.2')
  living.device.console!.behaviour = { sessions: 1 }
  here = startEquipment({ busy_wait_ms: 10_000 })
  there = startEquipment()
})
test.after(async () => {
  await here?.close()
  await there?.close()
  await living?.device.stop()
})

const callers = Array.from({ length: 6 }, (_, number) => `flat ${number}`)
const describe = (equipment: EquipmentService, name: string) =>
  equipment.call(living.target, multiConsoleCommand, {
    commands: ['configure terminal', 'interface Gi1/0/7', { text: `description ${name}` }, 'end'],
  })
const typed = () => living.device.console!.typed.filter(line => line.startsWith('description'))

/** How the callers fared: those that were served, and the codes of the others. */
async function all(calls: readonly ReturnType<typeof describe>[]) {
  const outcomes = await Promise.allSettled(calls)
  const served = outcomes.flatMap(one => (one.status === 'fulfilled' ? [one.value.data] : []))
  assert.ok(served.every(rows => rows.length === 4 && rows.every(({ success }) => success)))
  const codes = outcomes.flatMap(one =>
    one.status === 'rejected' ? [(one.reason as Error & { code: string }).code] : [],
  )
  return { served: served.length, codes: [...new Set(codes)] }
}

test('6 callers at once share the one session: each waits for its turn or gets 409, and none is lost', async () => {
  const { served, codes } = await all(callers.map(name => describe(here, name)))
  assert.ok(served > 1 && codes.every(code => code === 'DEVICE_BUSY'), codes.join())
  assert.equal(
    [typed(), living.device.console!.connections],
    [callers.slice(0, served).map(name => `description ${name}`), 1],
  )
})

test('a caller of another process is told that the device is busy, with nothing sent', async () => {
  const before = typed().length
  const [own, other] = await Promise.all([
    all(callers.map(name => describe(here, name))),
    all(callers.map(name => describe(there, name))),
  ])
  assert.equal([other.served, other.codes], [0, ['DEVICE_BUSY']])
  assert.is(typed().length - before, own.served)
  assert.ok(own.served > 0)
})
