import type { Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'

/** An attached file. It belongs to a device or to an interface. */
export interface FileTable {
  id: Generated<number>
  device_id: number | null
  interface_id: number | null
  name: string
  media_type: string
  /** bigint */
  bytes: number
  /** In hexadecimal digits. */
  sha256: string
  /** Pixels; null if it is not a picture. */
  width: number | null
  height: number | null
  /** Key in the storage. */
  storage_key: string
  thumbnail_key: string | null
  /** Login. */
  uploaded_by: string
  created_at: Generated<Date>
}

export interface Tables {
  attachments_file: FileTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
