import type { Polled } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { poll } from '../e2e/polled/world.ts'
import { oids, portsOf, startTimes, type Times } from './times/world.ts'

/**
 * Every figure carries the time at which it was read, never that at which somebody finished: answers of real
 * agents are held until something else has happened, and then let go.
 */
const test = suite('faults: times', { level: 'full' })

let times!: Times
test.before(async () => {
  times = await startTimes()
})
test.after(() => times?.stop())

const all = ['interfaces_list', 'interfaces_status', 'counters']

/** The answers of all polls that were noted, by module. */
const answersOf = (polled: readonly Polled[]) => new Map(polled.flatMap(({ answers }) => [...answers]))

/** The first column of each module that tells something, and not only of which interface. */
const firstColumns = {
  link_info: oids.ifOperStatus,
  interface_counters: oids.ifHCInOctets,
  interface_descriptions: oids.ifAlias,
}

test('a column that modules of one poll share carries the time at which it was read', async () => {
  const { house, polled } = times
  const { id, relay } = await times.agent()
  // From the second poll on, what all modules need is read at once.
  for (const _ of [1, 2]) await poll(house.admin, id, all)
  relay.forget()
  polled.length = 0
  const held = relay.hold(oids.ifHCInOctets)
  const ended = poll(house.admin, id, all)
  await held.arrived
  held.letGo()
  await ended
  const answers = answersOf(polled)
  for (const [module, oid] of Object.entries(firstColumns)) {
    const [asked, ...again] = relay.asked(oid)
    assert.is(again.length, 0, `${module}: its columns are read once`)
    assert.ok(answers.get(module)!.time.getTime() <= asked!, `${module}: not when it was read`)
  }
})

test('rows that were read before a silence carry the time of their reading', async () => {
  const { house, polled } = times
  const { id, relay } = await times.agent({ ports: portsOf(60), impatient: true })
  await poll(house.admin, id, ['interfaces_list'])
  relay.forget()
  polled.length = 0
  const stop = relay.drop(oids.ifHCInOctets, 1)
  await poll(house.admin, id, ['counters'])
  stop()
  const { data, error, time } = answersOf(polled).get('interface_counters')!
  assert.is(error?.code, 'DEVICE_TIMEOUT')
  assert.ok((data as unknown[]).length > 0)
  assert.ok(time.getTime() <= relay.asked(oids.ifHCInOctets)[0]!, 'not when they were read')
})

test('an uptime whose answer is late carries the time at which it was asked for', async () => {
  const { house, polled } = times
  const { id, relay } = await times.agent()
  relay.forget()
  polled.length = 0
  const held = relay.hold(oids.uptime)
  const ended = poll(house.admin, id, ['counters'])
  await held.arrived
  held.letGo()
  await ended
  const [{ device }] = polled as [Polled]
  assert.ok(device.uptime_at!.getTime() <= relay.asked(oids.uptime)[0]!, 'not when it was read')
})
