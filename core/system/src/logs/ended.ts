import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'

/** The message of a change whose process ended before its outcome was recorded. */
export const processEnded = 'unknown, process ended'

const markUnknown = (ctx: Pick<Context<Config>, 'em'>, processes: readonly string[]) =>
  tables(ctx.em())
    .updateTable('system_action')
    .set({ status: 'UNKNOWN', message: processEnded })
    .where('status', '=', 'STARTED')
    .where('process_id', 'in', [...processes])
    .execute()

/** Marks the changes of processes that have ended. What happens to a living one stays `STARTED`. */
export async function settleEnded(ctx: Pick<Context<Config>, 'em' | 'processes'>): Promise<void> {
  const started = await tables(ctx.em())
    .selectFrom('system_action')
    .select('process_id')
    .distinct()
    .where('status', '=', 'STARTED')
    .where('process_id', '<>', ctx.processes.id)
    .execute()
  if (started.length === 0) return
  const ended = await ctx.processes.ended(started.map(({ process_id: id }) => id!))
  if (ended.length > 0) await markUnknown(ctx, ended)
}

/** Marks them at the start, and whenever a process ends. Returns the function that stops it. */
export function followEnded(ctx: Pick<Context<Config>, 'em' | 'processes' | 'log'>): () => void {
  settleEnded(ctx).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'changes of ended processes could not be marked'),
  )
  return ctx.processes.onEnded(() => settleEnded(ctx))
}
