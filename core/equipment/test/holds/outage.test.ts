import { startDevice, type Device } from '@linecard/simulator'
import { assert, failureOf, suite, until } from '@linecard/test-kit'
import { holdsInMemory } from '../../src/holds/store.ts'
import { createEquipment, memoryStore, settingsWith, type EquipmentService } from '../../src/library.ts'
import { acmeMib, silentLog, targetOf } from '../acme.ts'
import { driver, named, rename } from './driver.ts'

const test = suite('holds without a database')

let device: Device
let equipment: EquipmentService
let away = false
test.before(async () => {
  device = await startDevice({ ip: '127.41.9.2', port: 0, recording: acmeMib(2) })
  const store = holdsInMemory()
  const reached = async <T>(work: () => Promise<T>): Promise<T> => {
    if (away) throw new Error('Connection terminated unexpectedly')
    return work()
  }
  equipment = createEquipment({
    drivers: [driver],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true }),
    holds: {
      processes: { id: 'this', ended: async () => [] },
      store: {
        add: hold => reached(() => store.add(hold)),
        find: id => reached(() => store.find(id)),
        remove: id => reached(() => store.remove(id)),
        removeOf: ids => reached(() => store.removeOf(ids)),
      },
    },
  })
})
test.after(async () => {
  await equipment.close()
  await device.stop()
})
const target = () => ({ ...targetOf(device), modelKey: 'acme_h8' })
const change = () => equipment.call(target(), rename, { name: 'sw-2' })
const codeOf = async (work: Promise<unknown>) => ((await failureOf(work)) as Error & { code: string }).code

test('a change whose holder cannot be looked up is not sent: 503; reads go on', async () => {
  away = true
  const before = device.requests
  assert.equal([await codeOf(change()), device.requests], ['EQUIPMENT_HOLD_UNKNOWN', before])
  assert.is(
    await codeOf(equipment.hold(target(), { what: 'x', caller: null }, async () => {})),
    'EQUIPMENT_HOLD_UNKNOWN',
  )
  assert.ok((await equipment.call(target(), named, {}, { from: 'device' })).data.name)
  away = false
})

test('a hold whose end could not be stored does not outlive its work', async () => {
  await equipment.hold(target(), { what: 'x', caller: null }, async () => {
    away = true
  })
  assert.is(await codeOf(change()), 'EQUIPMENT_HOLD_UNKNOWN')
  away = false
  await change()
  await equipment.hold(target(), { what: 'y', caller: null }, async () => {})
  await until('nobody holds it', async () => (await equipment.holder(1)) === null)
})
