import { lookSoon, retryable, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { judge } from '../judge/index.ts'
import { pictureOf, type Open } from '../picture/picture.ts'
import { tables } from '../tables.ts'
import { optionsOf } from './options.ts'
import { plan } from './plan.ts'
import { openOutages, type Stored } from './store.ts'
import { write } from './write.ts'

/** What a look found. */
export interface Looked {
  /** Outages that were not there before, or that have ended: the OLT is to be asked why. */
  ask: boolean
  /** An outage waits for another reading. */
  waits: boolean
}

/** What the picture must know of open outages. */
export const openOf = (outages: readonly Stored[]): Open => ({
  members: new Map(
    outages.flatMap(({ members }) =>
      [...members.values()].map(one => [
        one.id,
        {
          lost_at: new Date(one.lostAt),
          back_at: one.backAt === null ? null : new Date(one.backAt),
          dereg_at: one.deregAt === null ? null : new Date(one.deregAt),
          reason: one.reason,
        },
      ]),
    ),
  ),
  interfaceIds: new Set(outages.flatMap(({ verdict }) => verdict.interfaces)),
})

/** One look at a device at a time, in all processes, until the transaction ends. */
export const lockDevice = (em: SqlEntityManager, deviceId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('correlation'), ${deviceId}::int)`.execute(tables(em))

/** Judges a device by what is stored now, and writes its outages. */
export async function look(ctx: Context<Config>, deviceId: number): Promise<Looked> {
  const result = await retryable(() =>
    ctx.em().transactional(async forked => {
      const em = forked as SqlEntityManager
      await lockDevice(em, deviceId)
      const open = await openOutages(em, deviceId)
      const seen = await pictureOf(ctx, em, deviceId, openOf(open))
      if (!seen) return { told: false, ask: false, waits: false }
      const options = optionsOf(ctx.config)
      const readAt = seen.readAt?.getTime() ?? null
      const steps = plan(open, judge(seen.picture, options), seen.picture, readAt, options)
      let told = false
      for (const step of steps) told = (await write(em, step, seen.picture, readAt)) || told
      const fresh = steps.some(step => step.do === 'keep' && step.outage === null && step.members.length > 0)
      const ended = steps.some(step => step.do === 'end' && step.members.length > 0)
      return {
        told,
        ask: fresh || ended,
        waits: steps.some(
          step => step.do === 'keep' && !step.opens && (step.outage?.openedAt ?? null) === null,
        ),
      }
    }),
  )
  if (result.told) ctx.events.emit(lookSoon, { device_ids: [deviceId] })
  return result
}
