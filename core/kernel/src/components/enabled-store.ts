import { sql } from '@linecard/plugin-kit/sql'
import type { Database } from '../database/index.ts'
import { tables } from '../tables.ts'

/** Which components operators switched on or off. A component that was never switched has no row. */
export interface EnabledStore {
  read(): Promise<ReadonlyMap<string, boolean>>
  write(key: string, enabled: boolean): Promise<void>
}

export const enabledStore = (database: Database): EnabledStore => ({
  async read() {
    const rows = await tables(database.em())
      .selectFrom('kernel_component')
      .select(['key', 'enabled'])
      .execute()
    return new Map(rows.map(row => [row.key, row.enabled]))
  },
  async write(key, enabled) {
    await tables(database.em())
      .insertInto('kernel_component')
      .values({ key, enabled })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ enabled, changed_at: sql`now()` }))
      .execute()
  },
})
