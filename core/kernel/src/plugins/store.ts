import type { Database } from '../database/index.ts'

/** Which components the operator has switched off. One row per component that was ever switched. */
export interface ComponentStore {
  read(): Promise<ReadonlyMap<string, boolean>>
  write(key: string, enabled: boolean): Promise<void>
}

export const componentStore = (database: Database): ComponentStore => ({
  async read() {
    const rows = await database
      .em()
      .execute<{ key: string; enabled: boolean }[]>('select key, enabled from kernel_component')
    return new Map(rows.map(row => [row.key, row.enabled]))
  },
  async write(key, enabled) {
    await database
      .em()
      .execute(
        'insert into kernel_component (key, enabled) values (?, ?) on conflict (key) do update set enabled = excluded.enabled, changed_at = now()',
        [key, enabled],
      )
  },
})
