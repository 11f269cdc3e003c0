import type { InterfaceRef } from '@linecard/driver-kit/modules'

/**
 * What a device said of one interface. `undefined`: it was not asked or did not answer, and what is stored
 * stays.
 */
export interface Seen {
  bindKey: string
  parentBindKey: string | null
  name: string
  type: string
  status?: string | null
  adminState?: string | null
  description?: string
  serial?: string | null
  mac?: string | null
}

/** One reading of a device's interfaces. */
export interface Reading {
  interfaces: Map<string, Seen>
  /** Whether the list of ports, and that of ONUs, came to its end: only then is what it lacks gone. */
  complete: { ports: boolean; onus: boolean }
}

/** Kinds that hang below a PON port and are listed apart. */
export const belowPon = (type: string): boolean => type === 'ONU' || type === 'UNI'

/**
 * The beginning of a device's text, short enough for an index: PostgreSQL refuses keys beyond 2700 bytes
 * (fault 24).
 */
export const indexable = (text: string, length = 200): string =>
  text.length > length ? text.slice(0, length).toWellFormed() : text

export const seenFrom = ({ id, name, type, parent }: InterfaceRef): Seen => ({
  bindKey: String(id),
  parentBindKey: parent === null ? null : String(parent),
  name: indexable(name),
  type: indexable(type, 30),
})
