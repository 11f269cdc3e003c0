/** Rows and octets of one table, with its indexes, its partitions and what lies outside of its rows. */
export interface TableSize {
  rows: number
  bytes: number
}
export type Sizes = ReadonlyMap<string, TableSize>

type Sql = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>

const tables = `
  select c.oid::regclass::text as name, coalesce(p.oid, c.oid)::regclass::text as whole,
    pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, to_regnamespace('pgboss'))
  order by 1`

/** All tables of an installation and of its queue, partitions under the name of the whole. */
export async function sizesOf(sql: Sql): Promise<Sizes> {
  const sizes = new Map<string, TableSize>()
  for (const { name, whole, bytes } of await sql<{ name: string; whole: string; bytes: number }>(tables)) {
    const [{ rows }] = (await sql<{ rows: number }>(`select count(*)::float8 as rows from ${name}`)) as [
      { rows: number },
    ]
    const known = sizes.get(whole) ?? { rows: 0, bytes: 0 }
    sizes.set(whole, { rows: known.rows + rows, bytes: known.bytes + bytes })
  }
  return sizes
}

/** A table, and how it grows. */
export interface Growth {
  name: string
  rows: number
  kB: number
  rowsAnHour: number
  kBAnHour: number
}

/** The tables that have rows or grew, the largest first, with their growth between two times. */
export function growthOf(before: Sizes, after: Sizes, hours: number): Growth[] {
  return [...after]
    .filter(([name, { rows, bytes }]) => rows > 0 || bytes > (before.get(name)?.bytes ?? 0))
    .toSorted(([, a], [, b]) => b.bytes - a.bytes)
    .map(([name, { rows, bytes }]) => {
      const old = before.get(name) ?? { rows: 0, bytes: 0 }
      return {
        name,
        rows,
        kB: bytes / 1000,
        rowsAnHour: (rows - old.rows) / hours,
        kBAnHour: (bytes - old.bytes) / 1000 / hours,
      }
    })
}
export const totalBytes = (sizes: Sizes): number =>
  [...sizes.values()].reduce((sum, { bytes }) => sum + bytes, 0)
