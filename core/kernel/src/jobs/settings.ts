import type { Database } from '../database/index.ts'

/** What operators changed about a job. */
export interface JobSetting {
  /** Null: as its plugin says. */
  cron: string | null
  enabled: boolean
  updatedAt: Date
  updatedBy: string
}

export interface JobSettings {
  read(): Promise<ReadonlyMap<string, JobSetting>>
  /** Changes what is named; `cron: null` goes back to that of the plugin. */
  write(key: string, change: { cron?: string | null; enabled?: boolean }, by: string): Promise<void>
}

interface Row {
  key: string
  cron: string | null
  enabled: boolean
  updated_at: string
  updated_by: string
}

export const jobSettings = (database: Database): JobSettings => ({
  async read() {
    const rows = await database.em().execute<Row[]>('select * from kernel_job')
    return new Map(
      rows.map(({ key, cron, enabled, ...row }) => [
        key,
        { cron, enabled, updatedAt: new Date(row.updated_at), updatedBy: row.updated_by },
      ]),
    )
  },
  async write(key, { cron, enabled }, by) {
    await database.em().execute(
      `insert into kernel_job (key, cron, enabled, updated_by) values (?, ?, ?, ?) on conflict (key) do update set
         cron = ${cron === undefined ? 'kernel_job' : 'excluded'}.cron, enabled = ${enabled === undefined ? 'kernel_job' : 'excluded'}.enabled,
         updated_at = now(), updated_by = excluded.updated_by`,
      [key, cron ?? null, enabled ?? true, by],
    )
  },
})
