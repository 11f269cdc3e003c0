import type { Services } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'

/** The services that plugins offer each other, with their owners. */
export interface ServiceTable {
  provide(owner: string, name: string, service: unknown): void
  use<N extends keyof Services>(name: N): Services[N]
  /** Null while its plugin does not run. */
  find<N extends keyof Services>(name: N): Services[N] | null
  withdraw(owner: string): void
}

export function serviceTable(): ServiceTable {
  const offers = new Map<string, { owner: string; service: unknown }>()
  return {
    provide(owner, name, service) {
      const other = offers.get(name)
      if (other && other.owner !== owner)
        throw new Error(`the service "${name}" is already offered by "${other.owner}"`)
      offers.set(name, { owner, service })
    },
    use(name) {
      const offer = offers.get(name)
      if (!offer) throw fail('SERVICE_UNAVAILABLE', { name }, [], 30)
      return offer.service as never
    },
    find: name => (offers.get(name)?.service ?? null) as never,
    withdraw(owner) {
      for (const [name, offer] of offers) if (offer.owner === owner) offers.delete(name)
    },
  }
}
