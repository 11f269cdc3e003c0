import { sql } from '@linecard/plugin-kit/sql'
import type { Database } from '../database/index.ts'
import { tables } from '../tables.ts'

/** What operators changed about a job. */
export interface JobSetting {
  /** Null: the plugin's own. */
  cron: string | null
  enabled: boolean
  updatedAt: Date
  /** Login. */
  updatedBy: string
}

export interface JobSettings {
  read(): Promise<ReadonlyMap<string, JobSetting>>
  /** Changes the fields that are given. `cron: null` goes back to the plugin's own. */
  write(key: string, change: { cron?: string | null; enabled?: boolean }, by: string): Promise<void>
}

export const jobSettings = (database: Database): JobSettings => ({
  async read() {
    const rows = await tables(database.em()).selectFrom('kernel_job').selectAll().execute()
    return new Map(
      rows.map(({ key, cron, enabled, updated_at, updated_by }) => [
        key,
        { cron, enabled, updatedAt: updated_at, updatedBy: updated_by },
      ]),
    )
  },
  async write(key, { cron, enabled }, by) {
    await tables(database.em())
      .insertInto('kernel_job')
      .values({ key, cron: cron ?? null, enabled: enabled ?? true, updated_by: by })
      .onConflict(conflict =>
        conflict
          .column('key')
          .doUpdateSet({
            ...(cron === undefined ? {} : { cron }),
            ...(enabled === undefined ? {} : { enabled }),
            updated_at: sql`now()`,
            updated_by: by,
          }),
      )
      .execute()
  },
})
