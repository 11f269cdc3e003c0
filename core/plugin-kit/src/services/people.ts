import type { Caller } from '../caller.ts'

/** A user as templates and records show it. */
export interface Person {
  id: number
  login: string
  name: string
  role: { id: number; name: string }
}

/** Users and roles for other plugins, offered by `identity`. */
export interface People {
  /** The user behind a caller. @throws ApiError IDENTITY_USER_UNKNOWN: removed meanwhile */
  person(caller: Caller): Promise<Person>
  /**
   * What these users may see and do now, as callers without a session. Users who are disabled or unknown are
   * left out.
   */
  callers(ids: readonly number[]): Promise<ReadonlyMap<number, Caller>>
  /**
   * Those of these users whom the caller may manage: the caller, and users with no permission and no device
   * group that the caller does not have. What belongs to others is not for the caller to see or change.
   */
  manageable(caller: Caller, ids: readonly number[]): Promise<ReadonlySet<number>>
  /** Those of the ids that are no roles. */
  unknownRoles(ids: readonly number[]): Promise<number[]>
}
