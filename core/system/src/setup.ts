import type { Action, Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { actionRowOf } from './logs/row.ts'
import { actionLog } from './logs/service.ts'
import { createActionWriter } from './logs/writer.ts'
import { createPanel } from './panel.ts'
import type { System } from './system.ts'

export function setup(ctx: Context<Config>): System {
  const actions = createActionWriter(() => ctx.em(), ctx.log)
  ctx.events.on('kernel.action', action => actions.add(actionRowOf(action as Action)))
  ctx.provide('action-log', actionLog(ctx, actions))
  ctx.provide('panel', createPanel(ctx))
  return { ctx, actions }
}
