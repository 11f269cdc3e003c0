import type { Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import { newJudged, type Judged } from '../judge/device.ts'
import { tables } from '../tables.ts'

/** A device to watch. */
export interface Target {
  id: number
  /** As the inventory has it. */
  ip: string
}

/** All enabled devices. */
export async function enabledDevices(ctx: Pick<Context, 'em' | 'use'>): Promise<Target[]> {
  const em = ctx.em()
  return em
    .getKysely<Record<never, never>>()
    .selectFrom(visibleDevices(em, { groupIds: null }).as('d'))
    .select(['d.id', sql<string>`host(d.ip)`.as('ip')])
    .where('d.enabled', '=', true)
    .execute()
}

const ms = (time: Date | null): number | null => time?.getTime() ?? null

/** What was known of the devices when the last process stopped watching. */
export async function knownDevices(ctx: Pick<Context, 'em'>, now: number): Promise<Judged[]> {
  const rows = await tables(ctx.em())
    .selectFrom('pinger_device')
    .select(['device_id', sql<string>`host(ip)`.as('ip'), 'status', 'since', 'method', 'port', 'problem'])
    .select(['observed_from', 'down_at', 'blind_at'])
    .execute()
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
