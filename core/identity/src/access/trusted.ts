import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { isTooWide, matcherOf } from './networks.ts'

/**
 * Whether an address lies in a trusted network, by the setting as it is now. What is no network, or far too
 * wide a one, trusts nobody.
 */
export function makeTrusted(ctx: Context<Config>): (ip: string) => boolean {
  let known: { text: string; holds(ip: string): boolean } | null = null
  return ip => {
    const { trusted_networks: networks } = ctx.config
    if (networks.length === 0) return false
    const text = networks.join()
    if (known?.text !== text) {
      const refused = networks.filter(isTooWide)
      if (refused.length)
        ctx.log.error({ refused }, 'these trusted networks are no networks or too wide, and trust nobody')
      known = { text, holds: matcherOf(networks.filter(network => !isTooWide(network))) }
    }
    return known.holds(ip)
  }
}
