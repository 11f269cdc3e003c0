import type { IntendedChange, RunningOperation } from '@linecard/plugin-kit'
import { inOperation } from '@linecard/plugin-kit'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, failureOf, suite } from '@linecard/test-kit'
import { createEquipment, memoryStore, settingsWith, type EquipmentService } from '../src/library.ts'
import { acme, acmeMib, probe, silentLog, slowChange, targetOf } from './acme.ts'
import { actionLogStand } from './action-log.ts'

const test = suite('intents of changes')
const stand = actionLogStand()
let device: Device
let equipment: EquipmentService
/** Requests that the device had got when the intent was committed. */
let requestsAtIntent: number[] = []

test.before(async () => {
  device = await startDevice({ ip: '127.41.7.1', port: 0, recording: acmeMib(4) })
  equipment = createEquipment({
    drivers: [acme],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, call_deadline_sec: 5 }),
    intend: async (change: IntendedChange) => {
      requestsAtIntent.push(device.requests)
      return stand.log.intend(change)
    },
  })
})
test.after(async () => {
  await equipment.close()
  await device.stop()
})
const clear = () => {
  stand.intents.length = 0
  stand.broken = false
  requestsAtIntent = []
  device.behaviour = {}
}
const change = () => equipment.call(targetOf(device), slowChange, {} as never)

test('the intent is committed before the first packet of a change, and ended with its outcome', async () => {
  clear()
  const before = device.requests
  const { data } = await change()
  assert.equal([requestsAtIntent, device.requests > before], [[before], true])
  const [{ end, ...intent }] = stand.intents as [(typeof stand.intents)[0]]
  assert.equal(
    [intent.module, intent.device_id, intent.ip, intent.operation, end],
    ['acme.slow_change', 1, device.ip, null, { outcome: 'done', data }],
  )
})

test('a change whose intent cannot be written is not sent: 503', async () => {
  clear()
  stand.broken = true
  const before = device.requests
  const error = (await failureOf(change())) as Error & { code: string; status: number }
  assert.equal([error.code, error.status, device.requests - before], ['EQUIPMENT_CHANGE_UNRECORDED', 503, 0])
})

test('a device that falls silent after the change was sent leaves it unknown, with the record to verify', async () => {
  clear()
  device.behaviour = { silent: true }
  const error = (await failureOf(change())) as Error & { code: string; status: number; record: number }
  assert.equal([error.code, error.status, error.record], ['DEVICE_OUTCOME_UNKNOWN', 502, 1])
  assert.is(stand.intents[0]!.end!.outcome, 'unknown')
  device.behaviour = {}
})

test('the intent belongs to the operation that asked, also if the call waited behind another', async () => {
  clear()
  const operationOf = (id: string): RunningOperation => ({
    id,
    describe: () => ({}) as never,
    secrets: new Set(),
    intended: false,
    ended: false,
  })
  await Promise.all([
    inOperation(operationOf('first'), change),
    inOperation(operationOf('second'), change),
    inOperation({ ...operationOf('third'), ended: true }, change),
  ])
  assert.equal(
    stand.intents.map(({ operation }) => operation?.id ?? null),
    ['first', 'second', null],
  )
})

test('a reading module has no intent', async () => {
  clear()
  await equipment.call(targetOf(device), probe, {}, { from: 'device' })
  assert.equal(stand.intents, [])
})
