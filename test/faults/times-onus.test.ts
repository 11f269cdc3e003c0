import type { SimulatedOlt } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { poll } from '../e2e/polled/world.ts'
import { sceneOf } from '../support/installation.ts'
import { startTimes, type Times } from './times/world.ts'

/** Readings of an OLT that newer ones overtake: states of ONUs, outages, light. */
const test = suite('faults: times of ONUs', { level: 'full' })

/** Received power of ONUs of a ZTE OLT. */
const onuRx = '1.3.6.1.4.1.3902.1012.3.50.12.1.1.10'

let times!: Times
let olt!: SimulatedOlt
let id = 0
test.before(async () => {
  const one = { kind: 'olt', name: 'olt', vendor: 'zte', model: 'C320', steady: true, onusPerPort: 3 }
  times = await startTimes({ scene: sceneOf([one, { ...one, name: 'other' }]) })
  const device = times.house.simulated('olt')
  olt = device.simulated as SimulatedOlt
  ;({ id } = await times.behind(device))
  await poll(times.house.admin, id, ['interfaces_list', 'interfaces_status', 'optical_strength'])
})
test.after(() => times?.stop())

const rows = async (text: string) => (await times.db.query(text)).rows
const states = () =>
  rows(`select interface_id, status, status_changed_at, bind_status from inventory_onu order by interface_id`)
const outages = () => rows('select id, ended_at from correlation_outage order by id')
const online = () => olt.onus.filter(onu => onu.state.at(olt.now()).state === 'Online')
const force = (state: 'LOS' | 'Online') => {
  for (const onu of online().length > 0 ? online() : olt.onus.filter(({ gone }) => !gone))
    onu.state.force(olt.now(), state, Infinity)
}

for (const poller of ['interfaces_status', 'interfaces_list'])
  test(`${poller}: ONUs that a newer reading shows online were not lost`, async () => {
    const before = [await states(), await times.changes(id), await outages()]
    force('LOS')
    await times.overtaken(id, poller, async () => {
      force('Online')
      await times.refresh(id)
    })
    assert.equal([await states(), await times.changes(id), await outages()], before)
  })

test('a card that a newer reading shows at work was not lost', async () => {
  const cards = () => rows('select cards, told_at from correlation_device')
  const [card] = olt.cards
  olt.pulled.add(card!.slot)
  olt.changed()
  const store = await times.late(id, ['card_status'])
  olt.pulled.delete(card!.slot)
  olt.changed()
  await poll(times.house.admin, id, ['card_status'])
  const newer = await cards()
  await store()
  assert.equal(await cards(), newer)
})

test('what is asked with arguments and ends in silence has the time of its reading', async () => {
  const { house, polled } = times
  const params = { optical_load_only: 'rx' }
  const other = await times.behind(house.simulated('other'), { params }, true)
  await until('it is read to the end', async () => {
    const read = 'select from inventory_onu_reading where module = $1 and device_id = $2'
    return (await times.db.query(read, ['card_status', other.id])).rowCount
  })
  other.relay.forget()
  polled.length = 0
  other.relay.drop(onuRx, 1)
  await poll(house.admin, other.id, ['optical_strength'])
  const { error, time } = polled.at(-1)!.answers.get('pon_onts_optical')!
  assert.is(error?.code, 'DEVICE_TIMEOUT')
  assert.ok(time.getTime() <= other.relay.asked(onuRx)[0]!, 'not when it was read')
})

test('light that a newer reading has overtaken is not shown', async () => {
  const onu = online()[0]!
  const light = () =>
    rows(`select o.interface_id, o.rx, o.optics_at, o.bad_since, l.at, l.rx as kept from inventory_onu o
      left join onu_history_light l on l.interface_id = o.interface_id order by 1`)
  onu.drift = { db: -12, fromMs: 0, overMs: 0 }
  const store = await times.late(id, ['optical_strength'])
  onu.drift = { db: 0, fromMs: 0, overMs: 0 }
  await poll(times.house.admin, id, ['optical_strength'])
  const newer = await until('it is stored', light)
  await store()
  assert.equal(await light(), newer)
})
