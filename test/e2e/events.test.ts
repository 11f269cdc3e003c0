import dlink from '@linecard/driver-dlink'
import events from '@linecard/plugin-events'
import marks from '@linecard/plugin-interface-marks'
import type { Context } from '@linecard/plugin-kit'
import pinger from '@linecard/plugin-pinger'
import pollers from '@linecard/plugin-pollers'
import switches from '@linecard/plugin-switches'
import { assert, suite, until } from '@linecard/test-kit'
import { beginStream, type EventStream } from '@linecard/test-kit/worlds/event-stream'
import { fakeFping } from '@linecard/test-kit/worlds/fping'
import {
  add,
  addedSwitch,
  dataOf,
  keyOf,
  startWorld,
  stopDevices,
  type Added,
  type World,
} from '@linecard/test-kit/worlds/switches'

/** A port of a switch falls and rises, as people see it through the API. */
const test = suite('events of a switch')
const within = { everyMs: 100 }
const path = '/component/events'

let world: World
let added: Added
let fping: Awaited<ReturnType<typeof fakeFping>>
let [ours, theirs] = ['', '']
/** Seconds by which the clock of the events is ahead. */
let ahead = 0
const early = {
  ...events,
  setup: (ctx: Context) =>
    events.setup({ ...ctx, clock: () => new Date(Date.now() + ahead * 1000) } as never),
} as typeof events

test.before(async () => {
  fping = await fakeFping()
  fping.use()
  await fping.weather({})
  world = await startWorld([dlink], {
    plugins: [switches, marks, pinger, pollers, early],
    settings: {
      events: { round_sec: 1 },
      pinger: {
        period_sec: 0.2,
        timeout_ms: 200,
        suspect_after: 2,
        confirm_echoes: 3,
        confirm_every_ms: 40,
        up_answers: 2,
        tcp_ports: [],
        snmp: false,
        try_sec: 1,
        try_timeout_ms: 500,
        store_sec: 1,
      },
    },
  })
  const [mine, others] = [
    await add(world, '/device-group', { name: 'mine' }),
    await add(world, '/device-group', { name: 'others' }),
  ]
  const may = [
    'events_show',
    'events_resolve',
    'device_show',
    'poller_info_by_device',
    'run_poller_by_device',
  ]
  ours = await keyOf(world, may, [mine.id])
  theirs = await keyOf(world, may, [others.id])
  added = await addedSwitch(world, { group_id: mine.id })
  const body = { for_sec: 0 }
  const changed = await world.http('PUT', `${path}/conditions/favorite_interface_down`, body)
  assert.is(changed.status, 200, changed.text)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
  await fping?.end()
})

interface Shown {
  id: number
  name: string
  severity: string
  annotation: string
  interface: { id: number; name: string } | null
  resolved_at: string | null
  resolved_by: string | null
  parent_id: number | null
  maintenance: boolean
}
const list = async (query: string, key = ours) =>
  dataOf<Shown[]>(await world.http('GET', `${path}${query}`, undefined, key))
const open = (name: string) => list(`?not_resolved=true&name=${name}`)
const opened = (name: string) => until(`${name} is open`, async () => (await open(name))[0] ?? null, within)
const ended = (name: string) =>
  until(`${name} has ended`, async () => (await open(name)).length === 0, within)

async function polled(key = ours): Promise<string> {
  const body = { pollers: ['interfaces_status'] }
  const asked = await world.http('POST', `/device/${added.id}/poll`, body, key)
  assert.is(asked.status, 202, asked.text)
  const { id } = dataOf<{ id: string }>(asked)
  const done = async () =>
    dataOf<{ state: string }>(await world.http('GET', `/device/${added.id}/poll/${id}`)).state === 'done'
  await until('the poll has ended', done, within)
  return id
}
const falling = (stream: EventStream) => stream.names().filter(name => name.endsWith(' is down'))

/** A port with a cable, which is somebody's favourite. */
async function favourite() {
  await polled()
  const [row] = await world.sql<{ id: number; bind_key: string; name: string }>(
    `select id, bind_key::text, name from inventory_interface
     where device_id = $1 and status = 'Up' and type <> 'VLAN' order by bind_key limit 1`,
    [added.id],
  )
  await world.sql('insert into interface_marks_favorite (user_id, interface_id) values (1, $1)', [row!.id])
  const port = added.simulated.control.ports.find(({ ifIndex }) => String(ifIndex) === row!.bind_key)!
  return { ...row!, cut: (forMs: number) => port.cable.cut(Date.now(), forMs) }
}

test('a port falls and rises: list, statistics, stream, resolve, window; nothing of it for other groups', async () => {
  const port = await favourite()
  const [stream, other] = [await beginStream(world.url!, ours), await beginStream(world.url!, theirs)]
  port.cut(3_600_000)
  const poll = await polled()
  const event = await opened('favorite_interface_down')
  assert.equal([event.severity, event.interface!.id, event.maintenance], ['critical', port.id, false])

  const counted = async (key: string) =>
    dataOf<{ name: string; not_resolved: number }[]>(
      await world.http('GET', `${path}/statistics/names`, undefined, key),
    ).find(({ name }) => name === 'favorite_interface_down')?.not_resolved ?? 0
  assert.equal([await counted(ours), await counted(theirs)], [1, 0])
  await until('the stream has it', () => falling(stream).length === 1, within)
  const { id: lastId } = stream.messages.findLast(({ id }) => id !== undefined)!
  const pollTold = (one: EventStream) =>
    one.messages.some(({ event: name, data }) => name === 'poll' && (data as { id?: string }).id === poll)
  await until('the stream has the poll', () => pollTold(stream), within)

  assert.equal(await list('', theirs), [])
  assert.is((await world.http('GET', `${path}/${event.id}`, undefined, theirs)).status, 404)
  assert.is((await world.http('POST', `${path}/${event.id}/resolve`, undefined, theirs)).status, 404)

  // Resolved by a person while it is still true: it comes again after an hour. The client was away meanwhile.
  stream.close()
  const resolved = await world.http('POST', `${path}/${event.id}/resolve`, undefined, ours)
  assert.is(resolved.status, 200, resolved.text)
  await polled()
  assert.equal(await open('favorite_interface_down'), [])
  ahead += 3601
  const again = await opened('favorite_interface_down')
  assert.ok(again.id !== event.id)
  const back = await beginStream(world.url!, ours, { lastId: lastId! })
  assert.equal(
    falling(back).map(name => name.split(' ')[0]),
    ['resolved', 'opened'],
  )

  port.cut(0)
  await until(
    'the port is up',
    async () => {
      await polled()
      return (await open('favorite_interface_down')).length === 0
    },
    within,
  )
  const shown = await list(`?name=favorite_interface_down`)
  assert.equal(
    shown.map(one => [one.id, one.resolved_by === 'system']).toSorted(),
    [
      [event.id, false],
      [again.id, true],
    ].toSorted(),
  )
  await until('its end is told', () => falling(back).at(-1)!.startsWith('resolved'), within)

  // In a window it is recorded, and nobody is told.
  const made = await world.http('POST', `${path}/windows`, {
    name: 'work',
    starts_at: new Date(Date.now() - 60_000).toISOString(),
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    device_ids: [added.id],
  })
  assert.is(made.status, 201, made.text)
  port.cut(3_600_000)
  await polled()
  assert.ok((await opened('favorite_interface_down')).maintenance)
  port.cut(0)
  await until(
    'the port is up',
    async () => {
      await polled()
      return (await open('favorite_interface_down')).length === 0
    },
    within,
  )
  const window = dataOf<{ id: number }>(made).id
  assert.is((await world.http('DELETE', `${path}/windows/${window}`)).status, 200)

  assert.equal(falling(other), [])
  assert.not(pollTold(other))
  for (const one of [back, other]) one.close()
})

test('a device that falls silent is an event with its ports below it, and ends when it answers', async () => {
  assert.equal(await open('device_down'), [])
  await fping.weather({ silent: [added.ip] })
  const event = await opened('device_down')
  assert.equal([event.severity, event.interface], ['critical', null])
  assert.match(event.annotation, added.ip)
  assert.equal(await list('?name=device_down', theirs), [])
  await fping.weather({})
  await ended('device_down')
})
