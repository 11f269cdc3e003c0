import type { Context, Panel } from '@linecard/plugin-kit'

/** Null for what is no address: it is left out of links rather than printed. */
function withoutEnd(address: string): string | null {
  const url = URL.parse(address)
  return url && `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Tells other plugins where the web panel is, once somebody has said so. */
export const panelOf = (ctx: Context): Panel => ({
  address() {
    const setting = ctx
      .use('settings')
      .sections()
      .find(({ key }) => key === ctx.id)
      ?.settings.find(({ key }) => key === 'external_http_address')
    return setting && setting.value !== setting.default ? withoutEnd(String(setting.value)) : null
  },
})
