import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@linecard/plugin-kit'
import { createRenderer } from '@linecard/template-kit'
import { createStore } from '@linecard/template-kit/control'
import { stopEnded } from './batch/work.ts'
import type { Config } from './config.ts'
import type { RegistrationDefinition } from './definition.ts'
import { outcomes } from './metrics.ts'
import type { Registrations } from './registrations.ts'
import { settleEnded } from './run/ended.ts'

/** Longest time that a stop waits for a row of a batch, ms: the others are not begun. */
const stopMs = 8_000

export function setup(ctx: Context<Config>): Registrations {
  const renderer = createRenderer()
  const working = new Set<Promise<void>>()
  const parts: Registrations = {
    ctx,
    templates: createStore<RegistrationDefinition>(ctx, 'onts-registration'),
    renderer,
    outcomes,
    work(going) {
      const kept = going.finally(() => working.delete(kept))
      working.add(kept)
    },
    async stop() {
      unfollow()
      if (working.size > 0) {
        await stopEnded(parts, [ctx.processes.id]).catch(() => undefined)
        await Promise.race([Promise.allSettled(working), sleep(stopMs, undefined, { ref: false })])
      }
      await renderer.close()
    },
  }
  const unfollow = ctx.processes.onEnded(async ids => {
    if (ids.length === 0) return
    await stopEnded(parts, ids)
    await settleEnded(parts, ids)
  })
  return parts
}
