import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { isTooWide, networkMatcher } from './match.ts'

/**
 * Makes a function that tells whether an address lies in a trusted network. It follows the setting
 * `trusted_networks` at once. Networks that are invalid or too wide are not trusted.
 */
export function createTrusted(ctx: Context<Config>): (ip: string) => boolean {
  let parsed: { text: string; contains(ip: string): boolean } | null = null
  return ip => {
    const { trusted_networks: networks } = ctx.config
    if (networks.length === 0) return false
    const text = networks.join()
    if (parsed?.text !== text) {
      const refused = networks.filter(isTooWide)
      if (refused.length)
        ctx.log.error({ refused }, 'these trusted networks are invalid or too wide and are not trusted')
      parsed = { text, contains: networkMatcher(networks.filter(network => !isTooWide(network))) }
    }
    return parsed.contains(ip)
  }
}
