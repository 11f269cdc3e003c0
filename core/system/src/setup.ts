import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { followEnded } from './logs/ended.ts'
import { actionLog } from './logs/service.ts'
import { createActionWriter } from './logs/writer.ts'
import { createPanel } from './panel.ts'
import type { System } from './system.ts'

export function setup(ctx: Context<Config>): System {
  const actions = createActionWriter(() => ctx.em(), ctx.log)
  ctx.provide('action-log', actionLog(ctx, actions))
  ctx.provide('panel', createPanel(ctx))
  const unfollow = followEnded(ctx)
  return {
    ctx,
    actions,
    async stop() {
      unfollow()
      await actions.stop()
    },
  }
}
