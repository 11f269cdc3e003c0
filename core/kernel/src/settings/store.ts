import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Vault } from '../vault/index.ts'
import type { Database } from '../database/index.ts'
import { messageOf } from '../log/error.ts'

/** A value that an operator gave, or why it cannot be read. */
export interface Stored {
  value: unknown
  updated_at: Date
  updated_by: string
  problem: string | null
}
/** By component, then key. */
export type StoredSettings = ReadonlyMap<string, ReadonlyMap<string, Stored>>

export interface Write {
  component: string
  key: string
  value: unknown
  secret: boolean
}
export interface Erase {
  component: string
  key: string
}

interface Row {
  component: string
  key: string
  value: unknown
  sealed: boolean
  updated_at: Date | string
  updated_by: string
}

export interface SettingsStore {
  read(): Promise<StoredSettings>
  /**
   * One transaction in which no other process changes settings; `decide` says what to write from what is
   * stored.
   */
  change<T>(
    by: string,
    decide: (stored: StoredSettings) => { write: readonly Write[]; erase: readonly Erase[]; result: T },
  ): Promise<T>
}

/** Any constant: who holds this advisory lock is the only one who changes settings. */
const LOCK = 5_140_702

export function settingsStore(database: Database, vault: Vault): SettingsStore {
  const openRow = ({ value, sealed, updated_at, updated_by }: Row): Stored => {
    const about = { updated_at: new Date(updated_at), updated_by }
    try {
      return {
        ...about,
        value: sealed ? (JSON.parse(vault.open(String(value))) as unknown) : value,
        problem: null,
      }
    } catch (error) {
      // The vault's messages name the key and never the text.
      return { ...about, value: null, problem: messageOf(error) }
    }
  }
  const read = async (em: SqlEntityManager): Promise<StoredSettings> => {
    const rows = await em.execute<Row[]>(
      'select component, key, value, sealed, updated_at, updated_by from kernel_setting',
    )
    const found = new Map<string, Map<string, Stored>>()
    for (const row of rows) {
      const section = found.get(row.component) ?? new Map<string, Stored>()
      found.set(row.component, section.set(row.key, openRow(row)))
    }
    return found
  }
  return {
    read: () => read(database.em()),
    change: (by, decide) =>
      database.em().transactional(async em => {
        await em.execute('select pg_advisory_xact_lock(?)', [LOCK])
        const { write, erase, result } = decide(await read(em))
        for (const { component, key } of erase)
          await em.execute('delete from kernel_setting where component = ? and key = ?', [component, key])
        for (const { component, key, value, secret } of write) {
          const text = JSON.stringify(value)
          await em.execute(
            `insert into kernel_setting (component, key, value, sealed, updated_by) values (?, ?, ?::jsonb, ?, ?)
          on conflict (component, key) do update set value = excluded.value, sealed = excluded.sealed, updated_by = excluded.updated_by, updated_at = now()`,
            [component, key, secret ? JSON.stringify(vault.seal(text)) : text, secret, by],
          )
        }
        return result
      }),
  }
}
