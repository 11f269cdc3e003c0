import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { dayMs, dayOfPartition, firstDayOf, partitionName, tiers, type Tier } from './tiers.ts'

/** Advisory lock of PostgreSQL: two processes do not make the same partition. */
const lock = 7_401

/** The rest has rows of this time already, after a restore: new rows go there too. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '23514' || error.code === '42P07')

const timeOf = (day: number): string => new Date(day * dayMs).toISOString()

async function make(em: SqlEntityManager, tier: Tier, day: number): Promise<void> {
  const name = partitionName(tier, day)
  const bounds = `from ('${timeOf(day)}') to ('${timeOf(day + tier.spanDays)}')`
  await em
    .transactional(async inner => {
      const db = tables(inner)
      await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(db)
      const { rows } = await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
      if (rows.length === 0)
        await sql`${sql.raw(`create table ${name} partition of ${tier.table} for values ${bounds}`)}`.execute(
          db,
        )
    })
    .catch((error: unknown) => {
      if (!isTaken(error)) throw error
    })
}

/** Makes the partitions that are needed, each once in the life of the process. */
export function createPartitions(em: () => SqlEntityManager) {
  const made = new Set<string>()
  return {
    async need(tier: Tier, timeMs: number): Promise<void> {
      const day = firstDayOf(tier, timeMs)
      const key = partitionName(tier, day)
      if (made.has(key)) return
      await make(em(), tier, day)
      made.add(key)
    },
    /** A partition that was dropped must be made again when it is needed. */
    forget: (name: string) => made.delete(name),
  }
}
export type Partitions = ReturnType<typeof createPartitions>

export interface Partition {
  tier: Tier
  name: string
  firstDay: number
  bytes: number
}

/** All partitions, without those of the rest. */
export async function listPartitions(em: SqlEntityManager): Promise<Partition[]> {
  const { rows } = await sql<{ parent: string; name: string; bytes: number }>`
    select p.relname as parent, c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relkind = 'p' and p.relnamespace = current_schema()::regnamespace
      and p.relname = any (${tiers.map(({ table }) => table)}::text[])`.execute(tables(em))
  return rows.flatMap(({ parent, name, bytes }) => {
    const tier = tiers.find(({ table }) => table === parent)!
    const firstDay = dayOfPartition(tier, name)
    return firstDay === null ? [] : [{ tier, name, firstDay, bytes }]
  })
}

export const dropPartition = (em: SqlEntityManager, { name }: Partition) =>
  sql`drop table if exists ${sql.table(name)}`.execute(tables(em))
