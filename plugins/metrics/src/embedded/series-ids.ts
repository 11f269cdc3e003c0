import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Row } from '../series/row.ts'
import { tables } from '../tables.ts'

/** Ids that a process remembers. The first to come is the first to go. */
const maxKnown = 1_000_000

/** Interfaces have an id of their own in the installation, so most series need no text as a key. */
const keyOf = ({ family, device, interface: port, part }: Omit<Row, 'time' | 'values'>): number | string =>
  port !== 0 && part === '' ? port * 64 + family : `${family} ${device} ${port} ${part}`

/** Finds the ids of series, and makes those that are missing. */
export function createSeriesIds(em: () => SqlEntityManager, max = maxKnown) {
  const known = new Map<number | string, number>()

  const remember = (key: number | string, id: number): void => {
    known.set(key, id)
    if (known.size <= max) return
    for (const first of known.keys()) {
      known.delete(first)
      return
    }
  }

  async function make(rows: readonly Row[]): Promise<void> {
    const wanted = new Map(rows.map(row => [keyOf(row), row]))
    const all = [...wanted.values()]
    const list = sql`
      select * from unnest(${all.map(({ family }) => family)}::smallint[],
        ${all.map(({ device }) => device)}::int[], ${all.map(row => row.interface)}::int[],
        ${all.map(({ part }) => part)}::text[]) as w (family, device_id, interface_id, part)`
    const db = tables(em())
    // Ids are taken before a conflict is seen, so only series that do not exist are tried.
    await sql`
      insert into metrics_series (family, device_id, interface_id, part)
      select w.* from (${list}) w where not exists (
        select 1 from metrics_series s where s.device_id = w.device_id and s.family = w.family
          and s.interface_id = w.interface_id and s.part = w.part)
      order by 2, 1, 3, 4 on conflict do nothing`.execute(db)
    const { rows: found } = await sql<{
      id: number
      family: number
      device: number
      interface: number
      part: string
    }>`
      select s.id, s.family, s.device_id as device, s.interface_id as interface, s.part
      from metrics_series s join (${list}) w on s.device_id = w.device_id and s.family = w.family
        and s.interface_id = w.interface_id and s.part = w.part`.execute(db)
    for (const one of found) remember(keyOf(one), one.id)
  }

  return {
    /** The id of each row. */
    async of(rows: readonly Row[]): Promise<number[]> {
      const missing = rows.filter(row => !known.has(keyOf(row)))
      if (missing.length > 0) await make(missing)
      return rows.map(row => known.get(keyOf(row)) ?? 0)
    },
    /** After series were removed. */
    forget: () => known.clear(),
    size: () => known.size,
  }
}
export type SeriesIds = ReturnType<typeof createSeriesIds>
