import { masked, type ActionLog, type Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { settleEnded } from './ended.ts'
import { endedAfter, lastChange, lastEnd } from './ends.ts'
import { createIntents, runOf } from './intents.ts'
import { deleteOldActions } from './retention.ts'
import { recordedRun } from './store.ts'
import type { ActionWriter } from './writer.ts'

/** The action log for other plugins. */
export const actionLog = (ctx: Context<Config>, actions: ActionWriter): ActionLog => ({
  ...createIntents(ctx, actions),
  flush: () => actions.flush(),
  record({ user, meta, message, ...more }) {
    const { value, clean } = masked(meta, { drivers: ctx.drivers })
    return actions.write({
      ...more,
      ...runOf(),
      time: ctx.clock(),
      user_id: user?.id ?? null,
      login: user?.login ?? null,
      message: clean(message),
      meta: clean(value as Record<string, unknown>),
      error_code: null,
      operation_id: null,
      duration_ms: null,
    })
  },
  async run(id) {
    await settleEnded(ctx)
    return recordedRun(ctx.em(), id)
  },
  endedAfter: (seq, limit) => endedAfter(ctx.em(), seq, limit),
  lastChange: (deviceId, after) => lastChange(ctx.em(), deviceId, after),
  lastEnd: () => lastEnd(ctx.em()),
  async clear(days) {
    await actions.flush()
    return deleteOldActions(ctx, days ?? ctx.config.action_log_days)
  },
})
