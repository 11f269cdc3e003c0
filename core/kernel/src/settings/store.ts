import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Database } from '../database/index.ts'
import { messageOf } from '../log/error.ts'
import { tables } from '../tables.ts'
import type { Vault } from '../vault/index.ts'

/** A value that an operator stored, or why it cannot be read. */
export interface StoredSetting {
  value: unknown
  updated_at: Date
  /** Login. */
  updated_by: string
  problem: string | null
}
/** By component, then key. */
export type StoredSettings = ReadonlyMap<string, ReadonlyMap<string, StoredSetting>>

export interface SettingWrite {
  component: string
  key: string
  value: unknown
  secret: boolean
}
export interface Erase {
  component: string
  key: string
}

export interface SettingsStore {
  read(): Promise<StoredSettings>
  /**
   * One transaction in which no other process changes settings. `decide` derives what to write from what is
   * stored.
   */
  change<T>(
    by: string,
    decide: (stored: StoredSettings) => {
      write: readonly SettingWrite[]
      erase: readonly Erase[]
      result: T
    },
  ): Promise<T>
}

/** An arbitrary number. The holder of this advisory lock is the only one who changes settings. */
const advisoryLock = 5_140_702

interface Row {
  value: unknown
  sealed: boolean
  updated_at: Date
  updated_by: string
}

function openRow({ value, sealed, updated_at, updated_by }: Row, vault: Vault): StoredSetting {
  const about = { updated_at, updated_by }
  try {
    const opened = sealed ? (JSON.parse(vault.open(String(value))) as unknown) : value
    return { ...about, value: opened, problem: null }
  } catch (error) {
    // The vault's messages name the key, never the text.
    return { ...about, value: null, problem: messageOf(error) }
  }
}

async function readAll(em: SqlEntityManager, vault: Vault): Promise<StoredSettings> {
  const rows = await tables(em)
    .selectFrom('kernel_setting')
    .select(['component', 'key', 'value', 'sealed', 'updated_at', 'updated_by'])
    .execute()
  const found = new Map<string, Map<string, StoredSetting>>()
  for (const { component, key, ...row } of rows) {
    const section = found.get(component) ?? new Map<string, StoredSetting>()
    found.set(component, section.set(key, openRow(row, vault)))
  }
  return found
}

async function upsert(em: SqlEntityManager, vault: Vault, by: string, write: SettingWrite): Promise<void> {
  const { component, key, value, secret } = write
  const text = JSON.stringify(value)
  const stored = secret ? JSON.stringify(vault.seal(text)) : text
  await tables(em)
    .insertInto('kernel_setting')
    .values({ component, key, value: sql`${stored}::jsonb`, sealed: secret, updated_by: by })
    .onConflict(conflict =>
      conflict
        .columns(['component', 'key'])
        .doUpdateSet(({ ref }) => ({
          value: ref('excluded.value'),
          sealed: ref('excluded.sealed'),
          updated_by: ref('excluded.updated_by'),
          updated_at: sql`now()`,
        })),
    )
    .execute()
}

export const settingsStore = (database: Database, vault: Vault): SettingsStore => ({
  read: () => readAll(database.em(), vault),
  change: (by, decide) =>
    database.em().transactional(async em => {
      await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tables(em))
      const { write, erase, result } = decide(await readAll(em, vault))
      for (const { component, key } of erase)
        await tables(em)
          .deleteFrom('kernel_setting')
          .where('component', '=', component)
          .where('key', '=', key)
          .execute()
      for (const one of write) await upsert(em, vault, by, one)
      return result
    }),
})
