import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'

/** A version that is being stored. */
export interface NewVersion {
  id: string
  device_id: number
  model_key: string | null
  /** Its text without secrets. */
  masked: string
  /** When it was read. */
  time: Date
}

/**
 * What else is stored with a new version, in its transaction: if one throws, nothing of the version is
 * stored. It must not wait for anything but the database.
 */
export type VersionHook = (base: Base, em: SqlEntityManager, version: NewVersion) => Promise<void>

export const versionHooks: readonly VersionHook[] = []
