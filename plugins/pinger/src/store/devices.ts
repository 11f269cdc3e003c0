import type { Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import { newJudged, type Judged } from '../judge/device.ts'
import { tables } from '../tables.ts'
import { workerOf } from './sites.ts'

/** A device to watch. */
export interface Target {
  id: number
  /** As the inventory has it. */
  ip: string
  /** The group of workers that watches it. */
  worker: string
}

/** All enabled devices, also those that other groups of workers watch. */
export async function enabledDevices(ctx: Pick<Context, 'em' | 'find' | 'use'>): Promise<Target[]> {
  const em = ctx.em()
  const of = workerOf(ctx)
  const rows = await em
    .getKysely<Record<never, never>>()
    .selectFrom(visibleDevices(em, { groupIds: null }).as('d'))
    .select(['d.id', 'd.group_id', sql<string>`host(d.ip)`.as('ip')])
    .where('d.enabled', '=', true)
    .execute()
  return rows.map(({ id, ip, group_id: group }) => ({ id, ip, worker: of(group) }))
}

const ms = (time: Date | null): number | null => time?.getTime() ?? null

/** What was known of devices (all of them by default) when the last process stopped watching them. */
export async function knownDevices(
  ctx: Pick<Context, 'em'>,
  now: number,
  ids?: readonly number[],
): Promise<Judged[]> {
  let wanted = tables(ctx.em())
    .selectFrom('pinger_device')
    .select(['device_id', sql<string>`host(ip)`.as('ip'), 'status', 'since', 'method', 'port', 'problem'])
    .select(['observed_from', 'down_at', 'blind_at'])
  if (ids) wanted = wanted.where(sql<boolean>`device_id = any (${[...ids]}::int[])`)
  const rows = await wanted.execute()
  return rows.map(row => ({
    ...newJudged(row.device_id, row.ip),
    status: row.status,
    since: ms(row.since),
    method: row.method,
    port: row.port,
    problem: row.problem,
    observedFrom: ms(row.observed_from),
    downAt: ms(row.down_at),
    blindAt: ms(row.blind_at),
    // If nothing comes, it is unknown from now on; the time before lies in no run.
    heardAt: row.status === null ? null : now,
  }))
}
