import { masked, type Action, type Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { panelOf } from '../panel.ts'
import { createActionStore, type ActionStore } from './log.ts'
import { forgetActions } from './retention.ts'
import { rowOf } from './row.ts'

/** Keeps the actions that the kernel tells of, and offers the log to others. */
function setUpActionLog(ctx: Context<Config>): ActionStore {
  const store = createActionStore(() => ctx.em(), ctx.log)
  ctx.events.on('kernel.action', action => store.add(rowOf(action as Action)))
  ctx.provide('action-log', {
    flush: () => store.flush(),
    record: ({ user, meta, message, ...more }) => {
      const known = masked(meta)
      return store.write({
        ...more,
        time: ctx.clock().toISOString(),
        user_id: user?.id ?? null,
        login: user?.login ?? null,
        message: known.clean(message),
        meta: known.clean(known.value as Record<string, unknown>),
        error_code: null,
        operation_id: null,
        duration_ms: null,
      })
    },
    clear: async days => {
      await store.flush()
      return forgetActions(ctx, days ?? ctx.config.action_log_days)
    },
  })
  return store
}

/** What routes, jobs and metrics of this plugin work with. */
export interface System extends Context<Config> {
  actions: ActionStore
}

export function setup(ctx: Context<Config>): System {
  ctx.provide('panel', panelOf(ctx))
  return Object.assign(ctx, { actions: setUpActionLog(ctx) })
}
