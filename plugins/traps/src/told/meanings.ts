import type { Driver, Notification } from '@linecard/driver-kit'
import { standardNotifications } from '@linecard/driver-kit/notifications'
import { asDriver } from '@linecard/driver-kit/running-code'

/** What notifications mean, by model and OID. */
export interface Meanings {
  /** Null: nobody has declared it. */
  of(modelKey: string | null, oid: string): Notification | null
  /** Every declared notification, once. */
  all(): Notification[]
}

/** The OID as it is declared, and with and without the 0 before its number (RFC 3584, 3.1). */
function spellings(oid: string): string[] {
  const at = oid.lastIndexOf('.')
  const [before, number] = [oid.slice(0, at), oid.slice(at)]
  return [oid, before.endsWith('.0') ? before.slice(0, -2) + number : `${before}.0${number}`]
}

type ByOid = ReadonlyMap<string, Notification>
const byOid = (notifications: readonly Notification[]): ByOid =>
  new Map(notifications.map(one => [one.oid, one]))

/** Made again when drivers are switched on or off. */
export function meaningsOf(drivers: readonly Driver[]): Meanings {
  const standard = byOid(standardNotifications)
  const families = new Map<unknown, ByOid>()
  const models = new Map<string, ByOid>()
  for (const { id, models: own } of drivers)
    for (const { key, family } of own) {
      const known = families.get(family) ?? byOid((family.notifications ?? []).map(one => asDriver(id, one)))
      families.set(family, known)
      models.set(key, known)
    }
  return {
    of(modelKey, oid) {
      const own = modelKey === null ? undefined : models.get(modelKey)
      for (const one of spellings(oid)) {
        const found = own?.get(one) ?? standard.get(one)
        if (found) return found
      }
      return null
    },
    all: () => [
      ...new Map(
        [...standard.values(), ...[...families.values()].flatMap(one => [...one.values()])].map(one => [
          one.oid,
          one,
        ]),
      ).values(),
    ],
  }
}
