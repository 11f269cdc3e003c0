import { pageOf, withDevice, withDevices, type Caller, type PollableDevice } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Static } from 'typebox'
import type { Base } from './base.ts'
import { fail } from './errors.ts'
import { deviceCautions, wantedOf } from './plan/effective.ts'
import { plan } from './planning.ts'
import type { RunFilter } from './bodies.ts'
import { tables, type RunTable, type RunWarning } from './tables.ts'

/** Polls of one device that wait at most. */
const mostWaiting = 20

type Row = Omit<RunTable, 'id' | 'pollers' | 'details' | 'warnings' | 'done' | 'created_at'> & {
  id: string
  pollers: string[]
  details: Record<string, never>
  warnings: RunWarning[]
  done: number
  created_at: Date
}

const viewOf = ({ device_id: id, done, total, ...row }: Row) => ({
  ...row,
  device: { id, ip: '', name: '' },
  progress: { done, total },
})

const time = (text: string) => sql<Date>`${text}::timestamptz`

/** The log of polls, the newest first, of devices that the caller sees. */
export async function runLog({ ctx }: Base, caller: Caller, filter: Static<typeof RunFilter>) {
  const page = pageOf(filter, { cap: 1000 })
  const visible = await ctx.use('devices').visible(caller)
  const { device_id: id, poller, result, asked, start, stop } = filter
  const wanted = tables(ctx.em())
    .selectFrom('pollers_run')
    .$if(visible !== null, query =>
      query.where(sql<boolean>`device_id = any (${[...(visible ?? [])]}::int[])`),
    )
    .$if(id !== undefined, query => query.where('device_id', '=', id!))
    .$if(poller !== undefined, query => query.where(sql<boolean>`pollers ? ${poller!}`))
    .$if(result !== undefined, query => query.where(sql<boolean>`result = any (${result!}::text[])`))
    .$if(asked !== undefined, query => query.where('asked_by', asked ? 'is not' : 'is', null))
    .$if(start !== undefined, query => query.where('created_at', '>=', time(start!)))
    .$if(stop !== undefined, query => query.where('created_at', '<', time(stop!)))
  const rows = await wanted
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await wanted.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const runs = await withDevices(
    ctx,
    caller,
    rows.map(row => viewOf(row as unknown as Row)),
  )
  return { runs, meta: { total, ...page } }
}

/** One poll of a device that the caller sees. @throws POLLERS_RUN_UNKNOWN */
export async function runOf({ ctx }: Base, caller: Caller, deviceId: number, id: string) {
  await ctx.use('devices').named(deviceId, caller)
  const row = await tables(ctx.em())
    .selectFrom('pollers_run')
    .selectAll()
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  if (!row) throw fail('POLLERS_RUN_UNKNOWN', { id })
  return withDevice(ctx, caller, viewOf(row as unknown as Row))
}

/** The device, if the caller sees it. */
export const pollable = async ({ ctx }: Base, caller: Caller, id: number): Promise<PollableDevice> => {
  await ctx.use('devices').named(id, caller)
  return (await ctx.use('devices').pollable([id]))[0]!
}

/**
 * Asks for a poll of a device now. A worker of its group does it, before those that are due.
 * @throws POLLERS_NOT_ASKED, POLLERS_UNKNOWN, POLLERS_RUNS_FULL
 */
export async function askPoll(base: Base, caller: Caller, id: number, given: readonly string[] | undefined) {
  const { ctx } = base
  const device = await pollable(base, caller, id)
  const plans = base.plans()
  const on = wantedOf(device, plans).map(({ poller }) => poller.key)
  const able = wantedOf(
    { ...device, pollers: Object.fromEntries(plans.pollers.map(({ key }) => [key, 60])) },
    plans,
  ).map(({ poller }) => poller.key)
  if (able.length === 0) throw fail('POLLERS_NOT_ASKED', { ip: device.ip })
  const unknown = given?.find(key => !able.includes(key))
  if (unknown !== undefined)
    throw fail('POLLERS_UNKNOWN', { key: unknown }, [
      { path: `pollers.${given!.indexOf(unknown)}`, message: `is not one of ${able.join(', ')}` },
    ])
  const { rows } = await sql<{ waiting: number; planned: boolean }>`
    select (select count(*)::int from pollers_run where device_id = ${id} and state <> 'done') as waiting,
      exists (select from pollers_device where device_id = ${id}) as planned`.execute(tables(ctx.em()))
  if (rows[0]!.waiting >= mostWaiting) throw fail('POLLERS_RUNS_FULL', { most: mostWaiting })
  if (!rows[0]!.planned) await plan(base)
  const asked = given ?? on
  const warnings = deviceCautions(device, plans)
    .filter(({ poller }) => asked.includes(poller))
    .map(({ poller, module, reason }) => ({ poller, module, reason }))
  const run = await tables(ctx.em())
    .insertInto('pollers_run')
    .values({
      device_id: id,
      asked_by: caller.login,
      pollers: JSON.stringify(asked),
      state: 'waiting',
      total: asked.length,
      warnings: JSON.stringify(warnings),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return runOf(base, caller, id, run.id)
}
