import type { Polled } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
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

interface Port {
  name: string
  status: string
  status_changed: string
}
const portsOfDevice = async (id: number): Promise<Port[]> =>
  (await times.house.admin.get<Port[]>(`/device-interface/by-device/${id}`)).map(
    ({ name, status, status_changed }) => ({ name, status, status_changed }),
  )
for (const poller of ['interfaces_status', 'interfaces_list'])
  test(`${poller}: states that a newer reading has overtaken change no state and no history`, async () => {
    const { id, state } = await times.agent({ ports: portsOf(2) })
    const [ports, changes] = [await portsOfDevice(id), await times.changes(id)]
    state.ports[0]!.down = true
    await times.overtaken(id, poller, async () => {
      state.ports[0]!.down = false
      await times.refresh(id)
    })
    assert.equal(await portsOfDevice(id), ports)
    assert.equal(await times.changes(id), changes)
  })

test('a device that has answered since a silence is not down, and its status has the time of its reading', async () => {
  const { house } = times
  const { id, relay } = await times.agent({ impatient: true })
  const card = async () => {
    const { status, status_changed } = await house.admin.get<Port>(`/device/${id}`)
    return { status, status_changed }
  }
  const before = await card()
  const answerAgain = relay.drop(oids.uptime)
  const store = await times.late(id, ['interfaces_status'])
  answerAgain()
  await poll(house.admin, id, ['interfaces_status'])
  await store()
  assert.equal(await card(), before)
})

test('a list that a newer one has overtaken removes and adds no interface', async () => {
  const { id, state } = await times.agent({ ports: portsOf(3) })
  const [one, two, three] = state.ports
  state.ports = [one!, two!]
  await times.overtaken(id, 'interfaces_list', async () => {
    state.ports = [one!, three!]
    await times.refresh(id)
  })
  const states = (await portsOfDevice(id)).map(({ name, status }) => [name, status])
  assert.equal(
    new Map(states as [string, string][]),
    new Map([
      ['port 1', 'Up'],
      ['port 2', 'NotPresent'],
      ['port 3', 'Up'],
    ]),
  )
})

test('refreshed_at is when the list was read, and an older list does not put it back', async () => {
  const { house } = times
  const { id, relay } = await times.agent()
  const refreshedAt = async () => {
    const { refreshed_at: time } = await house.admin.get<{ refreshed_at: string }>(`/device/${id}`)
    return Date.parse(time)
  }
  relay.forget()
  const held = relay.hold(oids.ifOperStatus)
  const read = times.refresh(id)
  await held.arrived
  held.letGo()
  await read
  assert.ok((await refreshedAt()) <= relay.asked(oids.ifDescr)[0]!, 'not when it was read')
  let newer = 0
  await times.overtaken(id, 'interfaces_list', async () => {
    await times.refresh(id)
    newer = await refreshedAt()
  })
  assert.is(await refreshedAt(), newer)
})

const macs = ['0.17.34.51.68.1', '0.17.34.51.68.2']
test('an FDB that a newer one has overtaken shows no address where it was before', async () => {
  const { house, db } = times
  const { id, state } = await times.agent({ ports: portsOf(2) })
  const seen = async () => {
    const { rows } = await db.query<{ name: string }>(
      `select i.name, s.mac, s.active, s.last_seen from inventory_sighting s
       join inventory_interface i on i.id = s.interface_id where i.device_id = $1 order by 1, 2`,
      [id],
    )
    const { rows: stays } = await db.query<{ name: string }>(
      `select i.name, s.* from fdb_history_interval s join inventory_interface i on i.id = s.interface_id
       where s.device_id = $1 order by s.id`,
      [id],
    )
    return [rows, stays]
  }
  const shows = (name: string) => async () => {
    const found = await seen()
    return found.every(rows => rows.some(row => row.name === name)) ? found : null
  }
  let newer: unknown
  state.ports[0]!.macs = macs
  await times.overtaken(id, 'fdb_table', async () => {
    state.ports[0]!.macs = [macs[0]!]
    state.ports[1]!.macs = [macs[1]!]
    await house.admin.get(`/switcher-core/device/fdb/${id}`)
    newer = await until('the newer one is stored', shows('port 2'))
  })
  assert.equal(await seen(), newer)
})
