import { sql } from '@linecard/plugin-kit/sql'
import type { Analytics } from '../setup.ts'
import { tables } from '../tables.ts'

const hourMs = 3_600_000
/** Hours that are made up for after a time without runs. */
const mostHours = 24
const metrics = ['interface_receive_errors_per_second', 'interface_transmit_errors_per_second']

async function doneTo({ ctx }: Analytics): Promise<Date | null> {
  const row = await tables(ctx.em())
    .selectFrom('analytics_done')
    .select('done_to')
    .where('what', '=', 'errors')
    .executeTakeFirst()
  return row?.done_to ?? null
}

/** Keeps one hour; the same result however often it is done. */
async function keepHour(parts: Analytics, to: Date, signal: AbortSignal): Promise<number> {
  const { ctx } = parts
  const found = await ctx
    .use('series')
    .worst(
      { metrics, from: new Date(to.getTime() - hourMs), to, above: 0, limit: ctx.config.errors_rows },
      signal,
    )
  const rows = found.map(({ interface_id: id, values: [receive, transmit] }) => ({
    id,
    receive: receive ?? 0,
    transmit: transmit ?? 0,
  }))
  await ctx.em().transactional(async em => {
    const db = tables(em as never)
    await sql`delete from analytics_error where hour = ${to}`.execute(db)
    await sql`
      insert into analytics_error (hour, interface_id, receive, transmit)
      select ${to}::timestamptz, id, receive, transmit from
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id integer, receive real, transmit real)
      on conflict do nothing`.execute(db)
    await sql`
      insert into analytics_done (what, done_to) values ('errors', ${to})
      on conflict (what) do update set done_to = excluded.done_to`.execute(db)
  })
  return rows.length
}

/**
 * Keeps the hours with errors that have ended since the last run: of each the interfaces with the most. While
 * the store of series is away it throws, and the next run goes on. Without the plugin `metrics` it does
 * nothing. Returns how many hours.
 */
export async function keepErrors(parts: Analytics, signal: AbortSignal): Promise<number> {
  if (!parts.ctx.find('series')) return 0
  const last = Math.floor(parts.ctx.clock().getTime() / hourMs) * hourMs
  const done = (await doneTo(parts))?.getTime() ?? 0
  let hours = 0
  for (let to = Math.max(done + hourMs, last - (mostHours - 1) * hourMs); to <= last; to += hourMs) {
    signal.throwIfAborted()
    await keepHour(parts, new Date(to), signal)
    hours++
  }
  return hours
}

/** Removes hours that are too old. Returns how many rows. */
export async function trimErrors({ ctx }: Analytics): Promise<number> {
  const before = new Date(ctx.clock().getTime() - ctx.config.errors_days * 24 * hourMs)
  const { numDeletedRows } = await tables(ctx.em())
    .deleteFrom('analytics_error')
    .where('hour', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
