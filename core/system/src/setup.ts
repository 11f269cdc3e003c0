import type { Context, Panel } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { followEnded } from './logs/ended.ts'
import { actionLog } from './logs/service.ts'
import { createActionWriter } from './logs/writer.ts'
import type { System } from './system.ts'

/** Null if the text is not an address: such an address is left out of links. */
function withoutTrailingSlash(address: string): string | null {
  const url = URL.parse(address)
  return url && `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/**
 * Tells other plugins the name of the installation, and the address of the web panel if an operator has set
 * it.
 */
const createPanel = (ctx: Context): Panel => {
  const settingOf = (name: string) =>
    ctx
      .use('settings')
      .sections()
      .find(({ key }) => key === ctx.id)
      ?.settings.find(({ key }) => key === name)
  return {
    name: () => String(settingOf('app_name')?.value ?? 'Linecard'),
    address() {
      const setting = settingOf('external_http_address')
      return setting && setting.value !== setting.default ? withoutTrailingSlash(String(setting.value)) : null
    },
  }
}

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
