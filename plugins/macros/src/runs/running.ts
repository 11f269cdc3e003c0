import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import { lose } from './store.ts'

/** Event of all processes: somebody wants this run to end between two commands. */
const cancelEvent = 'macros.cancel'

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [cancelEvent]: { id: number }
  }
}

/** The runs of this process, and messages about those of others. */
export interface Running {
  /** @throws ApiError MACROS_TOO_MANY_RUNS */
  assertRoom(): void
  /** Signal that ends the run between two commands. */
  begin(id: number): AbortSignal
  end(id: number): void
  /** Ends a run, in whatever process it is. */
  cancel(id: number): Promise<void>
  stop(): void
}

export function createRunning(ctx: Context<Config>): Running {
  const runs = new Map<number, AbortController>()
  const unsubscribe = [
    ctx.events.on(cancelEvent, ({ id }) => {
      runs.get(id)?.abort()
    }),
    ctx.processes.onEnded(ids => lose(ctx, ids)),
  ]
  return {
    assertRoom() {
      const most = ctx.config.runs_at_once
      if (runs.size >= most) throw fail('MACROS_TOO_MANY_RUNS', { most }, [], 5)
    },
    begin(id) {
      const controller = new AbortController()
      runs.set(id, controller)
      return controller.signal
    },
    end: id => void runs.delete(id),
    cancel: id => ctx.events.broadcast(cancelEvent, { id }),
    stop() {
      for (const end of unsubscribe) end()
      // The service is stopping: no run goes on to its next command.
      for (const controller of runs.values()) controller.abort()
    },
  }
}
