import { isDatabaseOutage } from '@linecard/plugin-kit'
import { repeat } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { handOut, planDevices } from '../devices/plan.ts'
import { tables } from '../tables.ts'
import { tellChanges } from './tell.ts'

/** An arbitrary number: who holds this advisory lock plans. A second one would only do the same again. */
const advisoryLock = 5_140_719
/** What is due is handed out so often; devices and settings are compared with the plan so often, in ms. */
const [tickMs, planMs] = [1_000, 30_000] as const

/** Plans readings for as long as the service runs. Any number of processes may: one does it at a time. */
export function startSchedule(base: Base): () => Promise<void> {
  const { ctx } = base
  let plannedAt = -Infinity
  const tick = async () => {
    if (performance.now() - plannedAt >= planMs) {
      await planDevices(base)
      await tellChanges(base)
      await (await base.queue('')).tidy()
      plannedAt = performance.now()
    }
    await handOut(base)
  }
  return repeat(
    tickMs,
    () =>
      ctx.em().transactional(async em => {
        const { rows } = await sql<{ mine: boolean }>`
          select pg_try_advisory_xact_lock(${advisoryLock}) as mine`.execute(tables(em as SqlEntityManager))
        if (rows[0]!.mine) await tick()
      }),
    error =>
      ctx.log[isDatabaseOutage(error) ? 'warn' : 'error'](
        { err: error },
        'readings of configurations could not be planned; tried again',
      ),
  )
}
