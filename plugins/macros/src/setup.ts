import type { Context } from '@linecard/plugin-kit'
import { createRenderer, type Renderer } from '@linecard/template-kit'
import { createStore, type TemplateStore } from '@linecard/template-kit/control'
import type { Config } from './config.ts'
import type { MacroDefinition } from './definition.ts'
import { createRunning, type Running } from './runs/running.ts'

/** What all slots of this plugin get. */
export interface Macros {
  ctx: Context<Config>
  store: TemplateStore<MacroDefinition>
  renderer: Renderer
  running: Running
}

export const setup = (ctx: Context<Config>): Macros => ({
  ctx,
  store: createStore<MacroDefinition>(ctx, 'macros'),
  renderer: createRenderer({ timeMs: ctx.config.render_ms }),
  running: createRunning(ctx),
})

export async function stop({ renderer, running }: Macros): Promise<void> {
  running.stop()
  await renderer.close()
}
