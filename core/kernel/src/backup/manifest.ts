import { Type as T, type Static } from 'typebox'

/** Layout of the archive. A newer one is refused. */
export const archiveFormat = 1
export const manifestName = 'manifest.json'

/** Last entry of an archive: what it contains, with the SHA-256 of every other entry. */
export const Manifest = T.Object({
  format: T.Integer(),
  version: T.String(),
  created_at: T.String(),
  /** Names of the migrations that the tables have, in the order in which they were applied. */
  migrations: T.Array(T.String()),
  tables: T.Array(T.Object({ name: T.String(), columns: T.Array(T.String()), rows: T.Integer() })),
  sequences: T.Array(T.Object({ name: T.String(), last: T.String(), called: T.Boolean() })),
  /** By the name of the entry. */
  checksums: T.Record(T.String(), T.String()),
})
export type Manifest = Static<typeof Manifest>

/** What is being written or read, for a line of progress. */
export type OnProgress = (progress: { what: string; done: number; total: number }) => void
