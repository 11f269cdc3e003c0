import type { Notification, ToldPort } from '@linecard/driver-kit'
import type { Equipment } from '@linecard/plugin-kit'
import type { HeardTrap } from '../intake/orders.ts'
import type { KnownDevice } from '../known/devices.ts'
import type { Meanings } from './meanings.ts'

/** Names and values of one notification that can be searched, characters. */
const mostSaid = 2000

/** A trap with what its device's driver says about it. */
export interface Told {
  trap: HeardTrap
  device: KnownDevice | null
  meaning: Notification | null
  name: string
  /** Null: it tells none. */
  port: ToldPort | null
  /** Names of the modules that tell what is so now, as far as the model has them. */
  ask: readonly string[]
  errors: string[]
}

export function toldOf(
  trap: HeardTrap,
  device: KnownDevice | null,
  meanings: Meanings,
  supports: Equipment['supports'],
): Told {
  const meaning = meanings.of(device?.modelKey ?? null, trap.oid)
  const able = (meaning?.ask ?? []).filter(module => supports(device?.modelKey ?? null, module))
  const ask = able.map(({ name }) => name)
  const told = { trap, device, meaning, ask, name: meaning?.name ?? trap.name ?? trap.oid }
  try {
    return { ...told, port: meaning?.port?.(trap.objects) ?? null, errors: trap.errors }
  } catch (error) {
    // A driver's function that fails must not lose the notification.
    const reason = error instanceof Error ? error.message : String(error)
    return {
      ...told,
      port: null,
      errors: [...trap.errors, `the driver cannot read it: ${reason.slice(0, 200)}`],
    }
  }
}

/** What the search looks at. */
export const saidBy = ({ name, trap: { oid, objects } }: Told): string =>
  [name, oid, ...objects.flatMap(({ name: label, oid: id, value }) => [label ?? id, String(value ?? '')])]
    .join(' ')
    .slice(0, mostSaid)
