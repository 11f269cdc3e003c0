import { definePlugin, type Context } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import events from '@linecard/plugin-events'
import pinger from '@linecard/plugin-pinger'
import type { Lead, Led } from '@linecard/plugin-kit/lead'
import links from '../src/index.ts'
import { insertLink } from './world.ts'

const test = suite('links: root causes')
let world: World
let lead: Lead<Led & { round(): Promise<void> }>

/** What the pinger sees, without the pings. */
const watching = definePlugin({
  id: 'pinger',
  api: 1,
  requires: ['identity', 'inventory'],
  config: pinger.config,
  migrations: pinger.migrations!,
  conditions: pinger.conditions as never,
  setup: (ctx: Context) => ({ ctx }),
})
const worldOf = (withLinks: boolean) =>
  makeWorld({
    plugins: [
      {
        ...events,
        setup(ctx: Context<never>) {
          const parts = events.setup(ctx)
          lead = (parts as unknown as { lead: typeof lead }).lead
          return parts
        },
      } as unknown as typeof events,
      watching as never,
      ...(withLinks ? [links] : []),
    ],
    settings: { events: { round_sec: 3600 }, links: { root_devices: [1] } },
  })
async function furnish(): Promise<void> {
  await world.sql(
    `insert into inventory_device (id, ip, name, enabled) select n, ('192.0.2.' || n)::inet, 'sw' || n, true from generate_series(1, 7) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status) select d * 100 + n, d, n, '1/' || n, 'ETH', 'Up' from generate_series(1, 7) d, generate_series(1, 4) n`,
  )
}
test.before(async () => {
  world = await worldOf(true)
  await furnish()
  // 1, 2, 3 are a ring; 4 hangs on 3, and 5 and 6 on 4; 7 on nothing.
  for (const [src, dest] of [
    [101, 201],
    [202, 302],
    [102, 301],
    [303, 401],
    [402, 501],
    [403, 601],
  ] as const)
    await insertLink(world, src, dest)
})
test.after(() => world?.stop())

/** These devices are down since a time, and nothing else. */
async function down(...ids: number[]): Promise<void> {
  await world.sql('delete from pinger_device')
  await world.sql(
    `insert into pinger_device (device_id, ip, status, since, down_at) select id, ip, 'Down', now() - interval '1 minute', now() - interval '1 minute' from inventory_device where id = any ($1)`,
    [ids],
  )
}
async function port(id: number, status: 'Up' | 'Down', minutes = 2): Promise<void> {
  const [row] = await world.sql<{ status: string }>(`select status from inventory_interface where id = ${id}`)
  await world.sql(`update inventory_interface set status = '${status}' where id = ${id}`)
  await world.sql(
    `insert into inventory_interface_status_history (interface_id, status, previous, time) values (${id}, '${status}', '${row!.status}', now() - interval '${minutes} minutes')`,
  )
}
async function round(): Promise<void> {
  await until('this process leads', () => lead.led() !== null)
  await lead.led()!.round()
  await lead.led()!.round()
}
/** `device<parent`: open events by device, and the event above each. */
async function open(): Promise<string[]> {
  await round()
  const rows = await world.sql<{ what: string; above: string | null }>(
    `select e.name || ' ' || e.device_id as what, p.name || ' ' || p.device_id as above
     from events_event e left join events_event p on p.id = e.parent_id
     where e.resolved_at is null and e.name in ('device_down', 'link_down') order by 1`,
  )
  return rows.map(({ what, above }) => (above ? `${what} < ${above}` : what))
}
const ended = async () => {
  await down()
  await world.sql('update events_event set resolved_at = now() where resolved_at is null')
}

test('devices behind one that is down are children of its event, each of the nearest one above', async () => {
  await down(4, 5, 6, 7)
  assert.equal(await open(), [
    'device_down 4',
    'device_down 5 < device_down 4',
    'device_down 6 < device_down 4',
    'device_down 7',
  ])
  await ended()
})

test('on a ring that is closed to the other side nothing is behind; cut at two places, it is', async () => {
  await down(2, 5)
  assert.equal(await open(), ['device_down 2', 'device_down 5'])
  await ended()
  await down(3, 4, 5)
  assert.equal(await open(), [
    'device_down 3',
    'device_down 4 < device_down 3',
    'device_down 5 < device_down 4',
  ])
  await ended()
})

test('a failed link without another way is above what it cuts off, and names both ends', async () => {
  await port(303, 'Down')
  await down(4, 5)
  assert.equal(await open(), ['device_down 4 < link_down 3', 'device_down 5 < device_down 4', 'link_down 3'])
  const [event] = await world.sql<{ title: string; severity: string; labels: Record<string, string> }>(
    `select title, severity, labels from events_event where name = 'link_down' and resolved_at is null`,
  )
  assert.equal([event!.title, event!.severity], ['The link between sw3 1/3 and sw4 1/1 is down', 'critical'])
  assert.equal(
    ['src_device', 'src_interface', 'dest_device', 'dest_interface'].map(label => event!.labels[label]),
    ['sw3', '1/3', 'sw4', '1/1'],
  )
  await port(303, 'Up', 0)
  await ended()
})

test('a failed link of a ring is told, and nothing is below it', async () => {
  await port(102, 'Down')
  await down(4)
  assert.equal(await open(), ['device_down 4', 'link_down 1'])
  const [event] = await world.sql<{ severity: string; description: string }>(
    `select severity, description from events_event where name = 'link_down' and resolved_at is null`,
  )
  assert.is(event!.severity, 'warning')
  assert.match(event!.description, 'Another way is left')
  await port(102, 'Up', 0)
  await ended()
})

test('a suggested link, a refused one and a port that was never up are no failed link', async () => {
  await world.sql(`update inventory_interface set status = 'Down' where id = 404`)
  await insertLink(world, 404, 701)
  await insertLink(world, 203, 703, { state: 'suggested' })
  await insertLink(world, 204, 704, { state: 'refused' })
  await port(203, 'Down')
  await port(204, 'Down')
  assert.equal(await open(), [])
  await ended()
})
