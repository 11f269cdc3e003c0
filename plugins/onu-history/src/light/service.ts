import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** The last light of ONUs less their reference, dB: of both directions the larger loss. */
export async function changesSince(
  em: SqlEntityManager,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { db: number; time: Date }>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(em)
    .selectFrom('onu_history_light')
    .select(['interface_id', 'at'])
    .select(sql<number | null>`least(rx - ref_rx, olt_rx - ref_olt_rx)`.as('db'))
    .where(sql<boolean>`interface_id = any (${[...ids]}::int[])`)
    .execute()
  return new Map(
    rows.flatMap(({ interface_id: id, db, at }) => (db === null ? [] : [[id, { db, time: at }]])),
  )
}
