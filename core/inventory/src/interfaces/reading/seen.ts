import { cutText } from '@linecard/driver-kit'
import type { InterfaceRef } from '@linecard/driver-kit/modules'

/**
 * The values that a device gave for one interface. `undefined`: it was not asked or did not answer, so the
 * stored value stays.
 */
export interface Seen {
  bindKey: string
  parentBindKey: string | null
  name: string
  type: string
  /** ifType of IF-MIB; null: none. Only a list has it. */
  ifType?: number | null
  status?: string | null | undefined
  /** When the reading of its state began, and of which module. Absent: the state was not read. */
  at?: Date
  by?: string
  adminState?: string | null | undefined
  description?: string
  serial?: string | null
  mac?: string | null
}

/** One reading of a device's interfaces. */
export interface Reading {
  interfaces: Map<string, Seen>
  /**
   * Whether the list of ports, and the list of ONUs, is complete. Only then a missing interface is removed.
   */
  complete: { ports: boolean; onus: boolean }
  /** What the device answered about the states of its ONUs; absent: nothing. */
  states?: { data: unknown; time: Date }
  /** When the reading of each module began that gave something, by its name. */
  times: ReadonlyMap<string, Date>
}

/** Types below a PON port. They come from another list. */
export const belowPon = (type: string): boolean => type === 'ONU' || type === 'UNI'

/**
 * The beginning of a device's text, short enough for an index: PostgreSQL refuses keys above 2700 bytes
 * (fault 24).
 */
export const indexable = (text: string, length = 200): string => cutText(text, length)

export const seenFrom = ({
  id,
  name,
  type,
  parent,
  if_type: ifType = null,
}: InterfaceRef & { if_type?: number | null }): Seen => ({
  bindKey: String(id),
  parentBindKey: parent === null ? null : String(parent),
  name: indexable(name),
  type: indexable(type, 30),
  ifType,
})
