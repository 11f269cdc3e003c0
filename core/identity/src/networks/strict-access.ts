import { isDeepStrictEqual } from 'node:util'
import { Type as T, type Static } from 'typebox'
import { closedObject, text, type Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { assertNetworks, networkMatcher } from './match.ts'

/**
 * `settings.strict_access_by_ip`: the only addresses and networks from which a user signs in and uses keys.
 */
export const StrictAccess = closedObject(
  {
    enabled: T.Boolean(),
    networks: T.Array(text(50), { maxItems: 1000, description: 'Addresses and networks (address/prefix)' }),
  },
  {
    description:
      'Limits the addresses of a user. Changing it needs the permission user_management_config_strict_ip',
  },
)

type Settings = Readonly<Record<string, unknown>>
const strictAccessOf = (settings: Settings) =>
  settings['strict_access_by_ip'] as Static<typeof StrictAccess> | undefined

/** Tells whether a user may use an address. Null if the user may use every address. */
export function strictMatcher(settings: Settings): ((ip: string) => boolean) | null {
  const strict = strictAccessOf(settings)
  return strict?.enabled ? networkMatcher(strict.networks) : null
}

/** @throws ApiError IDENTITY_ADDRESS_REFUSED if strict access forbids the address */
export function assertStrictAccess(settings: Settings, ip: string): void {
  if (strictMatcher(settings)?.(ip) === false) throw fail('IDENTITY_ADDRESS_REFUSED', { ip })
}

interface Change {
  caller: Caller
  ip: string
  user: { id: number; settings: Settings }
}

/**
 * The settings to store. Strict access keeps its value if `wanted` does not mention it. To change it, the
 * caller needs `user_management_config_strict_ip`, and their own address must stay allowed.
 */
export function settingsWithStrict({ caller, ip, user }: Change, wanted: Settings): Settings {
  const [stored, asked] = [strictAccessOf(user.settings), strictAccessOf(wanted)]
  if (asked === undefined) return stored === undefined ? wanted : { ...wanted, strict_access_by_ip: stored }
  if (isDeepStrictEqual(asked, stored)) return wanted
  if (!caller.permissions.has('user_management_config_strict_ip')) throw fail('IDENTITY_STRICT_FORBIDDEN')
  const path = 'settings.strict_access_by_ip.networks'
  assertNetworks(asked.networks, path)
  if (asked.enabled && asked.networks.length === 0)
    throw fail('IDENTITY_STRICT_EMPTY', {}, [{ path, message: 'at least one network' }])
  if (asked.enabled && user.id === caller.userId && !networkMatcher(asked.networks)(ip))
    throw fail('IDENTITY_STRICT_SELF', { ip })
  return wanted
}
