import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@linecard/plugin-kit'
import { createRenderer } from '@linecard/template-kit'
import { createStore } from '@linecard/template-kit/control'
import { stopEnded } from './batch/work.ts'
import type { Config } from './config.ts'
import type { RegistrationDefinition } from './definition.ts'
import { outcomes } from './metrics.ts'
import type { Registrations } from './registrations.ts'
import { leftBehind, settleEnded } from './run/ended.ts'

/** Longest time that a stop waits for a row of a batch, ms: the others are not begun. */
const stopMs = 8_000

export function setup(ctx: Context<Config>): Registrations {
  const renderer = createRenderer()
  const working = new Set<Promise<void>>()
  let stopping = false
  const parts: Registrations = {
    ctx,
    templates: createStore<RegistrationDefinition>(ctx, 'onts-registration'),
    renderer,
    outcomes,
    work(going) {
      const kept = going
        .catch((error: unknown) => ctx.log.error({ err: error }, 'work after an answer has failed'))
        .finally(() => working.delete(kept))
      working.add(kept)
    },
    isStopping: () => stopping,
    async stop() {
      stopping = true
      unfollow()
      if (working.size > 0) {
        await stopEnded(parts, [ctx.processes.id]).catch(() => undefined)
        await Promise.race([Promise.allSettled(working), sleep(stopMs, undefined, { ref: false })])
      }
      await renderer.close()
    },
  }
  const unfollow = ctx.processes.onEnded(ids => takeOver(parts, ids))
  return parts
}

/** Decides what processes that have ended left in work: `ids`, and those that nobody was told of. */
export async function takeOver(parts: Registrations, ids: readonly string[] = []): Promise<void> {
  const all = [...new Set([...ids, ...(await leftBehind(parts))])]
  if (all.length === 0) return
  // A batch goes on from what became of its registrations: it cannot be started before that is known.
  await settleEnded(parts, all).finally(() => stopEnded(parts, all))
}
