import { assert, suite } from '@linecard/test-kit'
import { conditions } from '../src/conditions.ts'
import { jobs } from '../src/jobs.ts'
import { answers, arpRow, fdbRow, startWorld, type Houses, type Seen } from './world.ts'

const test = suite('fdb-history: anomalies')
let world: Houses
test.before(async () => {
  world = await startWorld({ port_rows: 300, device_rows: 100_000, arp_addresses: 8 })
  await world.sql('update inventory_device set enabled = true')
})
test.after(() => world?.stop())
const fresh = (name: string, work: () => Promise<void>) =>
  test(name, async () => {
    await world.sql(
      'truncate fdb_history_interval, fdb_history_address, fdb_history_reading, fdb_history_anomaly, interface_marks_tag',
    )
    await work()
  })

const start = Date.now()
/** A time so many minutes from now. */
const now = (minutes: number) => new Date(start + minutes * 60_000)
const macs = (count: number, set = 1) =>
  Array.from({ length: count }, (_, n) => `02:00:00:0${set}:${[n >> 8, n & 255].map(hex).join(':')}`)
const hex = (byte: number) => byte.toString(16).padStart(2, '0')
const on = (port: number, list: readonly string[]): Seen[] => list.map(mac => [mac, port])

const fdb = (minutes: number, seen: readonly Seen[]) =>
  answers(
    world,
    'fdb',
    seen.map(row => fdbRow(row)),
    now(minutes),
  )
const arp = (minutes: number, seen: readonly [string, string][]) =>
  answers(world, 'arps', seen.map(arpRow), now(minutes), { device: 9 })
async function holding(name: keyof typeof conditions, deviceIds: number[] | null = null) {
  const asked = { deviceIds, signal: AbortSignal.timeout(5000) }
  return conditions[name].holding(world.history, asked)
}
const titles = async (name: keyof typeof conditions) => (await holding(name)).map(({ title }) => title)

fresh('MACs that move both ways between two ports are a loop; one event, with the ports', async () => {
  const [a, b] = [macs(2000, 1), macs(2000, 2)]
  await fdb(-25, [...on(1, a.slice(0, 150)), ...on(2, b.slice(0, 150))])
  assert.equal(await holding('mac_loop'), [])
  for (const [minutes, left, right] of [
    [-15, 2, 1],
    [-5, 1, 2],
  ] as const) {
    await fdb(minutes, [...on(left, a.slice(0, 150)), ...on(right, b.slice(0, 150))])
    const [told, ...more] = await holding('mac_loop', [7])
    assert.equal(more, [])
    assert.equal(
      [told!.device_id, told!.interface_id, told!.title, told!.since.getTime()],
      [7, null, 'MAC addresses move between 1/1 and 1/2 of sw-ours: a loop', now(-15).getTime()],
    )
    assert.match(told!.description, / 300 addresses, such as 02:00:00:0/)
    assert.equal(told!.labels, { ip: '192.0.2.7', kind: 'loop', ports: '1/1, 1/2' })
  }
  assert.equal(await holding('mac_loop', [8]), [])
  // What a loop explains is not told twice, however long it goes on.
  for (const minutes of [-4, -3, -2, -1])
    await fdb(minutes, [
      ...on(minutes & 1 ? 2 : 1, a.slice(0, 150)),
      ...on(minutes & 1 ? 1 : 2, b.slice(0, 150)),
    ])
  assert.equal(await titles('fdb_anomaly'), [])
  const [rows] = await world.sql<{ count: number }>('select count(*)::int as count from fdb_history_anomaly')
  assert.is(rows!.count, 1)
})

fresh('a loop with a port that leads on is seen too, though its addresses are not kept', async () => {
  await world.sql("insert into interface_marks_tag (interface_id, tag) values (110, 'SwitchUplink')")
  const [own, others] = [macs(12, 1), macs(12, 2)]
  await fdb(-20, [...on(1, own), ...on(10, others)])
  await fdb(-10, [...on(10, own), ...on(1, others)])
  assert.equal(await titles('mac_loop'), ['MAC addresses move between 1/1 and 1/10 of sw-ours: a loop'])
})

fresh('a change of the topology, few addresses, and a reading after a long time are no loop', async () => {
  const all = macs(40)
  await fdb(-170, on(1, all))
  await fdb(-160, on(2, all))
  await fdb(-150, on(1, all))
  await fdb(-140, [...on(1, all.slice(0, 20)), ...on(2, all.slice(20))])
  await fdb(-130, [...on(1, all.slice(9)), ...on(2, all.slice(0, 9))])
  await fdb(-65, [...on(1, all.slice(0, 9)), ...on(2, all.slice(9))])
  await fdb(-1, [...on(2, all.slice(0, 9)), ...on(1, all.slice(9))])
  const rows = await world.sql("select * from fdb_history_anomaly where kind = 'loop'")
  assert.equal(rows, [])
})

fresh('a MAC that comes back to a port again and again is told until it is calm', async () => {
  const [mac] = macs(1)
  const at = (minutes: number, port: number) => fdb(minutes, [...on(port, [mac!]), ['02:00:00:0f:00:01', 5]])
  for (const [n, port] of [3, 4, 3, 4].entries()) await at(-100 + n * 10, port)
  assert.equal(await world.sql('select 1 from fdb_history_anomaly'), [])
  await at(-60, 3)
  await at(-50, 4)
  // The last reading that had it is too old.
  assert.equal(await titles('fdb_anomaly'), [])
  await at(-20, 3)
  const [told] = await holding('fdb_anomaly')
  assert.is(told!.title, 'MAC addresses come and go between ports of sw-ours')
  assert.equal([told!.labels['ports'], told!.since.getTime()], ['1/3, 1/4', now(-20).getTime()])
  await at(-10, 4)
  assert.is((await holding('fdb_anomaly'))[0]!.since.getTime(), now(-20).getTime())
  await world.sql('update inventory_device set enabled = false where id = 7')
  assert.equal(await titles('fdb_anomaly'), [])
  await world.sql('update inventory_device set enabled = true where id = 7')
})

fresh('a port with more addresses than are kept is told at that port', async () => {
  await fdb(-5, on(6, macs(300)))
  assert.equal(await titles('fdb_anomaly'), [])
  await fdb(-4, on(6, macs(301)))
  const [told] = await holding('fdb_anomaly')
  assert.equal(
    [told!.interface_id, told!.title],
    [106, '1/6 of sw-ours has more MAC addresses than are kept'],
  )
})

fresh('two stations with one IP address, and one that answers for many', async () => {
  const [one, two, other] = macs(3) as [string, string, string]
  for (const [n, mac] of [one, two, one, two, one].entries()) {
    assert.equal(await titles('arp_anomaly'), [])
    await arp(-50 + n * 10, [
      ['198.51.100.7', mac],
      ['198.51.100.8', other],
    ])
  }
  const [changing] = await holding('arp_anomaly')
  assert.equal(
    [changing!.device_id, changing!.interface_id, changing!.title],
    [9, 301, '198.51.100.7 comes and goes between MAC addresses at router'],
  )
  assert.match(changing!.description, `2 addresses, such as ${one}, ${two}.`)
  // A lease that goes to another station once is no anomaly.
  await arp(-8, [['198.51.100.8', two]])
  assert.is((await titles('arp_anomaly')).length, 1)
  const many = Array.from({ length: 8 }, (_, n): [string, string] => [`198.51.100.${20 + n}`, other])
  await arp(-6, many.slice(1))
  assert.is((await titles('arp_anomaly')).length, 1)
  await arp(-5, many)
  assert.equal((await titles('arp_anomaly'))[1], `${other} answers for many IP addresses at router`)
})

fresh(
  'a router full of odd addresses writes a bounded number of rows, and old ones are removed',
  async () => {
    const rows = macs(100).flatMap((mac, n) =>
      Array.from({ length: 9 }, (_, m): [string, string] => [`10.9.${n}.${m}`, mac]),
    )
    await arp(-60 * 24 * 3, rows)
    const count = async () =>
      (await world.sql<{ count: number }>('select count(*)::int as count from fdb_history_anomaly'))[0]!.count
    assert.is(await count(), 20)
    await arp(-5, rows.slice(0, 9))
    assert.is(await count(), 20)
    const { ctx } = world.history
    await jobs.trim.run(world.history, { signal: AbortSignal.timeout(10_000), log: ctx.log } as never)
    assert.is(await count(), 1)
  },
)
