import { service, type Registrations } from '../registrations.ts'
import { tables } from '../tables.ts'
import type { HeldOlt } from '../olt/device.ts'
import { runById, scriptOf, takeRun } from './store.ts'
import { settle } from './settle.ts'
import { busyStates } from '../words/run.ts'

/** Runs that one take-over looks at. */
const most = 1000

/** A device that the service itself reads. */
export const readingOf = async ({ ctx }: Registrations, deviceId: number): Promise<HeldOlt> => ({
  ctx,
  target: await ctx.use('devices').target({ id: deviceId }, service),
  caller: { ...service, insist: true },
  hold: null,
})

/**
 * Processes that have ended and have runs in work: one that stops while it takes a run over leaves it too.
 */
export async function leftBehind({ ctx }: Registrations): Promise<string[]> {
  const rows = await tables(ctx.em())
    .selectFrom('onts_registration_run')
    .select('process_id')
    .distinct()
    .where('state', 'in', busyStates)
    .where('process_id', 'is not', null)
    .execute()
  return ctx.processes.ended(rows.map(({ process_id: id }) => id!))
}

/**
 * Ends the runs of processes that have ended, each with what its OLT shows. Of several processes one does it.
 */
export async function settleEnded(parts: Registrations, ids: readonly string[]): Promise<void> {
  const { ctx } = parts
  const runs = await tables(ctx.em())
    .selectFrom('onts_registration_run')
    .select('id')
    .where('process_id', 'in', ids)
    .where('state', 'in', busyStates)
    .orderBy('id')
    .limit(most)
    .execute()
  for (const { id } of runs) {
    if (!(await takeRun(parts, id, ids, busyStates))) continue
    try {
      const run = await runById(parts, id)
      const ended = await settle(parts, await readingOf(parts, run.device_id), run, scriptOf(parts, run))
      ctx.log.warn(
        { registration: id, state: ended.state, left: ended.left_over },
        `registration ${id} of ${ended.ident} was cut when its process ended: it is ${ended.state}`,
      )
    } catch (error) {
      ctx.log.error({ err: error, registration: id }, 'a registration that was cut could not be decided')
    }
  }
}
