/** What a value is measured in. Clients get it in every answer. */
export type Unit =
  | 'bytes/s'
  | 'packets/s'
  | 'bytes'
  | 'ratio'
  | 'celsius'
  | 'volts'
  | 'amperes'
  | 'dBm'
  | 'meters'
  | 'seconds'
  | 'rpm'
  | 'state'
  | 'count'
  | 'none'

/** One metric: a place in the rows of its family. */
export interface Slot {
  /** Its name in this service: `device_cpu_ratio`. Outside it has the prefix `linecard_`. */
  metric: string
  unit: Unit
  help: string
  /** The counter of the device from which a rate is made. It is exposed too, with its whole value. */
  counter?: { name: string; help: string; field: string }
  /** The name that users of the reference system know, for the value or for the counter. */
  alias?: string
}

/**
 * Metrics that are read together: one row has the values of all of them at one time. New slots are added at
 * the end only, because the number of a slot is the number of its column.
 */
export interface Family {
  /** Stored with each series. Never changes. */
  id: number
  key: string
  slots: readonly Slot[]
}

/** Columns of a row; no family has more slots. */
export const maxSlots = 14
