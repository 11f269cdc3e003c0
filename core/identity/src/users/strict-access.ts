import { isDeepStrictEqual } from 'node:util'
import { Type as T, type Static } from 'typebox'
import { closedObject, text, type Caller } from '@linecard/plugin-kit'
import { matcherOf, notNetworks } from '../access/networks.ts'
import { fail } from '../errors.ts'

/** `settings.strict_access_by_ip`: addresses and networks from which alone a user signs in and uses keys. */
export const StrictAccess = closedObject(
  {
    enabled: T.Boolean(),
    networks: T.Array(text(50), { maxItems: 1000, description: 'Addresses and networks (address/prefix)' }),
  },
  { description: 'Where a user may come from; changing it needs user_management_config_strict_ip' },
)

type Settings = Readonly<Record<string, unknown>>
const strictOf = (settings: Settings) =>
  settings['strict_access_by_ip'] as Static<typeof StrictAccess> | undefined

/** Whether a user may come from an address. */
export function strictMatcher(settings: Settings): (ip: string) => boolean {
  const strict = strictOf(settings)
  return strict?.enabled ? matcherOf(strict.networks) : () => true
}

interface Change {
  caller: Caller
  ip: string
  user: { id: number; settings: Settings }
}

/**
 * Settings as they are to be stored. Those of strict access stay where they are not mentioned, and are
 * changed only by who may.
 */
export function settingsWithStrict({ caller, ip, user }: Change, wanted: Settings): Settings {
  const [held, asked] = [strictOf(user.settings), strictOf(wanted)]
  if (asked === undefined) return held === undefined ? wanted : { ...wanted, strict_access_by_ip: held }
  if (isDeepStrictEqual(asked, held)) return wanted
  if (!caller.permissions.has('user_management_config_strict_ip')) throw fail('IDENTITY_STRICT_FORBIDDEN')
  const path = 'settings.strict_access_by_ip.networks'
  const wrong = notNetworks(asked.networks)
  if (wrong.length)
    throw fail(
      'IDENTITY_NETWORK_INVALID',
      { network: wrong[0] },
      wrong.map(network => ({ path, message: `"${network}" is no address or network` })),
    )
  if (asked.enabled && asked.networks.length === 0)
    throw fail('IDENTITY_STRICT_EMPTY', {}, [{ path, message: 'at least one' }])
  if (asked.enabled && user.id === caller.userId && !strictMatcher(wanted)(ip))
    throw fail('IDENTITY_STRICT_SELF', { ip })
  return wanted
}
