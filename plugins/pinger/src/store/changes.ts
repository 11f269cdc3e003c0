import { lookSoon, type Context, type Reached } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import type { Judged, Status } from '../judge/device.ts'
import type { Change } from '../judge/judge.ts'
import { tables } from '../tables.ts'

/** A change as it was when it was made. Times in ms since 1970. */
export interface Note {
  deviceId: number
  status: Status | null
  previous: Status | null
  time: number
  /** Begin of the outage that began or ended with it. */
  downAt: number | null
}

export const noteOf = ({ device, status, previous, time }: Change): Note => ({
  deviceId: device.id,
  status,
  previous,
  time,
  downAt: device.downAt,
})

const date = (ms: number | null) => (ms === null ? null : new Date(ms))

/** Devices that still are in the inventory. */
const present = (em: SqlEntityManager) =>
  em
    .getKysely<Record<never, never>>()
    .selectFrom(visibleDevices(em, { groupIds: null }).as('v'))
    .select('v.id')

const rowsOf = (notes: readonly Note[]) => sql`unnest(
  ${notes.map(note => note.deviceId)}::int[],
  ${notes.map(note => new Date(note.time))}::timestamptz[]) as t (id, time)`

/** One change of each device at most. */
async function writeWave(em: SqlEntityManager, notes: readonly Note[]): Promise<void> {
  const db = tables(em)
  const of = (status: Status | null) => notes.filter(note => note.status === status)
  const [up, down, blind] = [of('Up'), of('Down'), of(null)]
  if (down.length > 0)
    await sql`
      insert into pinger_outage (device_id, down_at)
      select t.id, t.time from ${rowsOf(down)} where t.id in (${present(em)}) order by t.id
      on conflict (device_id) where up_at is null do nothing`.execute(db)
  if (up.length > 0)
    await sql`
      update pinger_outage o set up_at = greatest(t.time, o.down_at)
      from ${rowsOf(up)} where o.device_id = t.id and o.up_at is null`.execute(db)
  if (blind.length > 0)
    await sql`
      insert into pinger_blind (device_id, from_at)
      select t.id, t.time from ${rowsOf(blind)} where t.id in (${present(em)}) order by t.id
      on conflict (device_id) where until_at is null do nothing`.execute(db)
  const known = [...up, ...down]
  if (known.length > 0)
    await sql`
      update pinger_blind b set until_at = greatest(t.time, b.from_at)
      from ${rowsOf(known)} where b.device_id = t.id and b.until_at is null`.execute(db)
}

/** Stores changes in their order. */
export async function writeChanges(em: SqlEntityManager, notes: readonly Note[]): Promise<void> {
  let wave = new Map<number, Note>()
  for (const note of notes) {
    if (wave.has(note.deviceId)) {
      await writeWave(em, [...wave.values()])
      wave = new Map()
    }
    wave.set(note.deviceId, note)
  }
  if (wave.size > 0) await writeWave(em, [...wave.values()])
}

/** Stores what is known of devices now. */
export async function writeDevices(em: SqlEntityManager, devices: readonly Judged[]): Promise<void> {
  if (devices.length === 0) return
  const column = <V>(of: (device: Judged) => V) => devices.map(of)
  await sql`
    insert into pinger_device as p
      (device_id, ip, status, since, method, port, problem, observed_from, down_at, blind_at)
    select t.* from unnest(
      ${column(one => one.id)}::int[], ${column(one => one.ip)}::inet[],
      ${column(one => one.status)}::text[], ${column(one => date(one.since))}::timestamptz[],
      ${column(one => one.method)}::text[], ${column(one => one.port)}::int[],
      ${column(one => one.problem)}::text[], ${column(one => date(one.observedFrom))}::timestamptz[],
      ${column(one => date(one.downAt))}::timestamptz[], ${column(one => date(one.blindAt))}::timestamptz[]
    ) as t (id, ip, status, since, method, port, problem, observed_from, down_at, blind_at)
    where t.id in (${present(em)}) order by t.id
    on conflict (device_id) do update set
      (ip, status, since, method, port, problem, observed_from, down_at, blind_at) = (
        excluded.ip, excluded.status, excluded.since, excluded.method, excluded.port, excluded.problem,
        excluded.observed_from, excluded.down_at, excluded.blind_at)`.execute(tables(em))
}

/** A change as the inventory wants it. */
export const reachedOf = ({ deviceId, status, time }: Note): Reached => ({
  device_id: deviceId,
  status,
  time: new Date(time),
})

/** Tells this process, after the commit. */
export function emitChanges(ctx: Pick<Context, 'events'>, notes: readonly Note[]): void {
  for (const { deviceId, status, previous, time, downAt } of notes) {
    const happened = { device_id: deviceId, time: new Date(time), previous, down_at: date(downAt) }
    // Of a device that was unknown, Up is news only if it ends an outage.
    if (status === 'Down' && downAt === time) ctx.events.emit('device.down', happened)
    if (status === 'Up' && downAt !== null) ctx.events.emit('device.up', happened)
  }
  const changed = notes.filter(({ status, previous }) => status === 'Down' || previous === 'Down')
  if (changed.length > 0)
    ctx.events.emit(lookSoon, { device_ids: [...new Set(changed.map(({ deviceId }) => deviceId))] })
}
