import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Tables as Versions } from '../tables.ts'

/** The repository as this installation knows it. One row. */
export interface GitTable {
  id: number
  folder: string
  /** The last commit that was written; null: none yet. */
  head: string | null
}

/** The last version of a device that is in the repository. */
export interface GitDeviceTable {
  device_id: number
  version_id: string
}

interface Tables extends Versions {
  backups_git: GitTable
  backups_git_device: GitDeviceTable
}

export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
