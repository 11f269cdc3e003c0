import type { Caller } from '@linecard/plugin-kit'

/** A stored template of some kind, e.g. a macro. `D` is its definition. */
export interface Kept<D> {
  id: number
  /** Unique within its kind. */
  name: string
  definition: D
  /** Number of this version, from 1. Every save makes a new one. */
  version: number
  updated_at: Date
  /** Login of who saved it. */
  updated_by: string
}

/** A version of a template. */
export interface KeptVersion<D> {
  version: number
  name: string
  definition: D
  saved_at: Date
  /** Login. */
  saved_by: string
  /** Why there is this version, e.g. `restored from version 3`; empty: saved by hand. */
  note: string
}

/** A definition whose groups may be left out. */
export type New<D> = Omit<D, 'group_ids'> & { group_ids?: number[] | undefined }

export interface Save<D> {
  name?: string | undefined
  /** The members that change. */
  definition?: Partial<D> | undefined
  /** The version that was changed. Absent: whatever is stored is replaced. */
  version?: number | undefined
  note?: string | undefined
}

/**
 * The templates of one kind. A template that the caller does not see is unknown, see `groups.ts`; so is a
 * version from a time when it was of other groups.
 */
export interface TemplateStore<D> {
  /** Sorted by name, whoever asks. */
  all(): Promise<Kept<D>[]>
  list(
    query: { query?: string; sort?: string; limit?: number; offset?: number },
    caller: Caller,
  ): Promise<{ rows: Kept<D>[]; meta: { total: number; limit: number; offset: number } }>
  /** @throws ApiError TEMPLATE_UNKNOWN */
  get(id: number, caller: Caller): Promise<Kept<D>>
  /** Whoever asks. */
  named(name: string): Promise<Kept<D> | null>
  /**
   * Without groups it gets those of the caller.
   * @throws ApiError TEMPLATE_NAME_TAKEN, LIMITED_TO_GROUPS, TEMPLATE_GROUP_UNKNOWN
   */
  create(name: string, definition: New<D>, caller: Caller, note?: string): Promise<Kept<D>>
  /**
   * Makes a new version, unless nothing changes.
   * @throws ApiError TEMPLATE_UNKNOWN, TEMPLATE_NAME_TAKEN, LIMITED_TO_GROUPS, TEMPLATE_SHARED,
   *   TEMPLATE_GROUP_UNKNOWN; TEMPLATE_CHANGED if `version` is not the last one
   */
  save(id: number, change: Save<D>, caller: Caller): Promise<Kept<D>>
  /** Removes it with its versions. @throws ApiError TEMPLATE_UNKNOWN, LIMITED_TO_GROUPS, TEMPLATE_SHARED */
  remove(id: number, caller: Caller): Promise<void>
  /**
   * A copy. Without a name: that of the original with a number. Without groups: those of the original that
   * the caller sees, else those of the caller.
   */
  clone(
    id: number,
    copy: { name?: string; group_ids?: number[] | undefined },
    caller: Caller,
  ): Promise<Kept<D>>
  /** The newest first; the oldest are dropped. */
  versions(id: number, caller: Caller): Promise<Omit<KeptVersion<D>, 'definition'>[]>
  /** @throws ApiError TEMPLATE_UNKNOWN, TEMPLATE_VERSION_UNKNOWN */
  version(id: number, version: number, caller: Caller): Promise<KeptVersion<D>>
  /** Saves a former version as a new one. It keeps its groups: what it does comes back, not who has it. */
  restore(id: number, version: number, caller: Caller): Promise<Kept<D>>
}
