import type { Context, Panel } from '@linecard/plugin-kit'

/** Null if the text is not an address: such an address is left out of links. */
function withoutTrailingSlash(address: string): string | null {
  const url = URL.parse(address)
  return url && `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/**
 * Tells other plugins the name of the installation, and the address of the web panel if an operator has set
 * it.
 */
export const createPanel = (ctx: Context): Panel => {
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
