import type { Plugin, SealedColumn } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'

const kernelColumn: SealedColumn = {
  table: 'kernel_setting',
  column: 'value',
  name: 'key',
  what: 'setting',
  withoutKey: 'delete',
}

/** All columns with texts of the vault, of the kernel and of these plugins. */
export const sealedColumns = (plugins: readonly (Plugin | null)[]): SealedColumn[] => [
  kernelColumn,
  ...plugins.flatMap(plugin => plugin?.sealed ?? []),
]

/** The columns that this database has: a plugin that never ran has no tables. */
export async function presentColumns(
  em: SqlEntityManager,
  columns: readonly SealedColumn[],
): Promise<SealedColumn[]> {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = current_schema()`.execute(em.getKysely())
  const places = new Set(rows.map(({ place }) => place))
  return columns.filter(({ table, column }) => places.has(`${table}.${column}`))
}

/** The column as text, also where it is JSON. */
const textOf = ({ column }: SealedColumn) => sql<string>`(to_jsonb(${sql.ref(column)}) #>> '{}')`
const keyOf = (column: SealedColumn) => sql<string>`split_part(${textOf(column)}, '.', 2)`
const isSealed = (column: SealedColumn) => sql<boolean>`${textOf(column)} ~ '^v1\\.[0-9a-f]{8}\\.'`

/** How many texts each key has sealed. */
export async function countKeys(
  em: SqlEntityManager,
  columns: readonly SealedColumn[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const column of columns) {
    const { rows } = await sql<{ id: string; count: number }>`
      select ${keyOf(column)} as id, count(*)::int as count from ${sql.table(column.table)}
      where ${isSealed(column)} group by 1`.execute(em.getKysely())
    for (const { id, count } of rows) counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return counts
}

/** A row whose sealed text cannot be opened any more. */
export interface LostText {
  what: string
  name: string
  key: string
}

const lostRows = (column: SealedColumn, known: readonly string[]) =>
  sql<boolean>`${isSealed(column)} and ${keyOf(column)} <> all (${known}::text[])`

export async function listLost(
  em: SqlEntityManager,
  columns: readonly SealedColumn[],
  known: readonly string[],
): Promise<LostText[]> {
  const lost: LostText[] = []
  for (const column of columns) {
    const { rows } = await sql<{ name: string; key: string }>`
      select ${sql.ref(column.name)}::text as name, ${keyOf(column)} as key
      from ${sql.table(column.table)} where ${lostRows(column, known)} order by 1`.execute(em.getKysely())
    lost.push(...rows.map(row => ({ what: column.what, ...row })))
  }
  return lost
}

export async function removeLost(
  em: SqlEntityManager,
  columns: readonly SealedColumn[],
  known: readonly string[],
): Promise<void> {
  for (const column of columns) {
    const table = sql.table(column.table)
    const where = lostRows(column, known)
    const removal =
      column.withoutKey === 'delete'
        ? sql`delete from ${table} where ${where}`
        : sql`update ${table} set ${sql.ref(column.column)} = null where ${where}`
    await removal.execute(em.getKysely())
  }
}
