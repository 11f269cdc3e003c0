import { rememberedInterfaces, visibleDevices } from '@linecard/inventory/read'
import { isTimeZone, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type Selectable, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { tables, type WindowTable } from '../tables.ts'
import { isActive } from './active.ts'
import type { WindowBody, WindowView } from './bodies.ts'

/** Windows of the installation at most. */
const mostWindows = 1000

type Row = Selectable<WindowTable>

const two = (number: number) => String(number).padStart(2, '0')

const viewOf = (row: Row, now: Date): WindowView => {
  const { weekdays, from_minute: from, minutes, timezone, ...rest } = row
  return {
    ...rest,
    recurring: weekdays && {
      weekdays,
      from: `${two(Math.floor(from! / 60))}:${two(from! % 60)}`,
      minutes: minutes!,
      timezone,
    },
    active: isActive(row, now),
  }
}

/** Whether the caller sees all that a window `w` is about. */
function seenBy(em: SqlEntityManager, caller: Caller) {
  if (caller.groupIds === null) return sql<boolean>`true`
  const [devices, ports] = [visibleDevices(em, caller), rememberedInterfaces(em, caller)]
  return sql<boolean>`cardinality(w.group_ids || w.device_ids || w.interface_ids) > 0
    and w.group_ids <@ ${[...caller.groupIds]}::int[]
    and not exists (select from unnest(w.device_ids) id where not exists (
      select from (${devices}) d where d.id = id.id))
    and not exists (select from unnest(w.interface_ids) id where not exists (
      select from (${ports}) i where i.id = id.id))`
}

/** The values of a body, checked. @throws EVENTS_WINDOW_WRONG, EVENTS_WINDOW_FOREIGN */
async function rowOf(em: SqlEntityManager, caller: Caller, body: WindowBody) {
  const { recurring = null, starts_at: starts = null, ends_at: ends = null } = body
  const wrong = (path: string, message: string) =>
    fail('EVENTS_WINDOW_WRONG', { what: message }, [{ path, message }])
  if (!recurring && (starts === null || ends === null))
    throw wrong('ends_at', 'a window that does not recur has a begin and an end')
  if (starts !== null && ends !== null && new Date(ends) <= new Date(starts))
    throw wrong('ends_at', 'it ends before it begins')
  if (recurring && !isTimeZone(recurring.timezone))
    throw wrong('recurring.timezone', `"${recurring.timezone}" is no time zone`)
  const [hours = 0, minutes = 0] = (recurring?.from ?? '').split(':').map(Number)
  const row = {
    name: body.name,
    comment: body.comment ?? '',
    enabled: body.enabled ?? true,
    starts_at: starts === null ? null : new Date(starts),
    ends_at: ends === null ? null : new Date(ends),
    weekdays: recurring?.weekdays ?? null,
    from_minute: recurring ? hours * 60 + minutes : null,
    minutes: recurring?.minutes ?? null,
    timezone: recurring?.timezone ?? 'UTC',
    group_ids: body.group_ids ?? [],
    device_ids: body.device_ids ?? [],
    interface_ids: body.interface_ids ?? [],
    updated_by: caller.login,
  }
  const { rows } = await sql`
    select from (select ${row.group_ids}::int[] as group_ids, ${row.device_ids}::int[] as device_ids,
      ${row.interface_ids}::int[] as interface_ids) w
    where ${seenBy(em, caller)}`.execute(tables(em))
  if (rows.length === 0) throw fail('EVENTS_WINDOW_FOREIGN')
  return row
}

export const windowStore = (ctx: Context) => {
  const seen = (caller: Caller) => {
    const em = ctx.em()
    return tables(em).selectFrom('events_window as w').selectAll().where(seenBy(em, caller))
  }
  async function found(caller: Caller, id: number): Promise<Row> {
    const row = await seen(caller).where('id', '=', id).executeTakeFirst()
    if (!row) throw fail('EVENTS_WINDOW_UNKNOWN', { id })
    return row
  }
  return {
    /** The windows that the caller sees, by name. */
    async list(caller: Caller): Promise<WindowView[]> {
      const rows = await seen(caller).orderBy('name').orderBy('id').execute()
      return rows.map(row => viewOf(row, ctx.clock()))
    },
    /** @throws EVENTS_WINDOW_UNKNOWN */
    async one(caller: Caller, id: number): Promise<WindowView> {
      return viewOf(await found(caller, id), ctx.clock())
    },
    /** @throws EVENTS_WINDOW_WRONG, EVENTS_WINDOW_FOREIGN, EVENTS_WINDOWS_MANY */
    async add(caller: Caller, body: WindowBody): Promise<WindowView> {
      const [em, now] = [ctx.em(), ctx.clock()]
      const row = await rowOf(em, caller, body)
      const { count } = await tables(em)
        .selectFrom('events_window')
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow()
      if (count >= mostWindows) throw fail('EVENTS_WINDOWS_MANY', { most: mostWindows })
      const added = await tables(em)
        .insertInto('events_window')
        .values({ ...row, created_at: now, updated_at: now })
        .returningAll()
        .executeTakeFirstOrThrow()
      return viewOf(added, now)
    },
    /** @throws EVENTS_WINDOW_UNKNOWN, EVENTS_WINDOW_WRONG, EVENTS_WINDOW_FOREIGN */
    async change(caller: Caller, id: number, body: WindowBody): Promise<WindowView> {
      await found(caller, id)
      const [em, now] = [ctx.em(), ctx.clock()]
      const changed = await tables(em)
        .updateTable('events_window')
        .set({ ...(await rowOf(em, caller, body)), updated_at: now })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      if (!changed) throw fail('EVENTS_WINDOW_UNKNOWN', { id })
      return viewOf(changed, now)
    },
    /** @throws EVENTS_WINDOW_UNKNOWN */
    async remove(caller: Caller, id: number): Promise<{ id: number }> {
      await found(caller, id)
      await tables(ctx.em()).deleteFrom('events_window').where('id', '=', id).execute()
      return { id }
    },
  }
}
