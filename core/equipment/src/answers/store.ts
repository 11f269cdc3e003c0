import type { Missing } from '@linecard/driver-kit'

/** A stored answer is one device's, one module's, for one set of arguments. */
export interface AnswerKey {
  deviceId: number
  module: string
  args: Readonly<Record<string, unknown>>
}

export interface StoredAnswer {
  data: unknown
  time: Date
  /** Time the device took, in ms. */
  spentMs: number
  missing: Missing[]
  /** False when rows are lacking. */
  complete: boolean
  /** The device was changed since: what it says now may be otherwise. */
  outdated?: boolean
}

export interface AnswerStore {
  read(key: AnswerKey): Promise<StoredAnswer | null>
  /**
   * Bind key of the interface that is meant (`resolveInterface` of the driver kit), after the stored
   * `interfaces_list`; null when it is unknown or not the only one.
   */
  findInterface(deviceId: number, wanted: string | number): Promise<number | null>
  /**
   * Rows of one interface out of a stored list; where it has none itself, those of the interfaces below it.
   * Null when there is no such row.
   */
  readRows(key: AnswerKey, interfaceId: number): Promise<StoredAnswer | null>
  /**
   * Keeps an answer. One with lacking rows never replaces a complete one that still holds, an older one never
   * a newer one.
   */
  write(key: AnswerKey, answer: StoredAnswer): Promise<void>
  /** After a change: what is stored of the device is the past. */
  outdate(deviceId: number): Promise<void>
  forget(deviceId: number): Promise<void>
}
