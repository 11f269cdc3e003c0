import type { Missing } from '@linecard/driver-kit'
import type { AnswerMeta } from '@linecard/plugin-kit'

/** A stored answer belongs to one device, one module and one set of arguments. */
export interface AnswerKey {
  deviceId: number
  module: string
  args: Readonly<Record<string, unknown>>
}

export interface StoredAnswer {
  data: unknown
  time: Date
  /** How long asking the device took, in ms. */
  spentMs: number
  missing: Missing[]
  /** False if rows are missing. */
  complete: boolean
  /** The sources that gave the answer: names of MIBs, `console`. Empty if they are not known. */
  answeredBy: readonly string[]
  /** The device was spared while it gave the answer. Absent: it was not, or is not known. */
  slowed?: AnswerMeta['slowed']
  /** True if the device was changed after this answer. */
  outdated?: boolean
  /** `data` as JSON; null: it is too large to be stored. Absent: not made yet. */
  json?: string | null
}

export interface AnswerStore {
  read(key: AnswerKey): Promise<StoredAnswer | null>
  /**
   * Finds an interface in the stored `interfaces_list`, by the rules of `resolveInterface` of the driver kit.
   * Gives its bind key; null if it is unknown or several interfaces match.
   */
  findInterface(deviceId: number, wanted: string | number): Promise<number | null>
  /**
   * Rows of one interface out of a stored list. If the interface has none, the rows of the interfaces below
   * it. Null if there is no such row.
   */
  readRows(key: AnswerKey, interfaceId: number): Promise<StoredAnswer | null>
  /**
   * Stores an answer. An incomplete answer never replaces a complete one that is not outdated, and an older
   * answer never replaces a newer one.
   */
  write(key: AnswerKey, answer: StoredAnswer): Promise<void>
  /** Marks all answers of a device as outdated, after a change. */
  outdate(deviceId: number): Promise<void>
  /**
   * Removes the answers about single interfaces and marks the others as outdated, after ports have got other
   * bind keys.
   */
  renumbered(deviceId: number): Promise<void>
  forget(deviceId: number): Promise<void>
}
