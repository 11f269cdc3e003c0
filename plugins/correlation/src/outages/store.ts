import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Verdict } from '../judge/index.ts'
import { tables, type MemberTable, type OutageTable } from '../tables.ts'
import type { Member, OpenOutage } from './outage.ts'

type Row = Omit<OutageTable, 'id' | 'looks' | 'evidence' | 'reviewed'> & {
  id: number
  looks: number
  evidence: Verdict['evidence']
}

export const memberOf = (row: Omit<MemberTable, 'outage_id'>): Member => ({
  id: row.interface_id,
  port: row.port,
  model: row.model,
  reason: row.reason,
  lostAt: row.lost_at.getTime(),
  deregAt: row.dereg_at?.getTime() ?? null,
  backAt: row.back_at?.getTime() ?? null,
})

const outageOf = (row: Row, members: readonly Member[]): OpenOutage => ({
  id: row.id,
  verdict: {
    kind: row.kind,
    scope: row.scope,
    ports: row.ports,
    card: row.card,
    members: members.map(({ id }) => id),
    interfaces: row.interface_ids,
    began: row.began_at.getTime(),
    confidence: row.confidence,
    evidence: row.evidence,
  },
  members: new Map(members.map(one => [one.id, one])),
  looks: row.looks,
  seenAt: row.seen_at.getTime(),
  openedAt: row.opened_at?.getTime() ?? null,
})

export interface Stored extends OpenOutage {
  firstKind: Verdict['kind']
}

/** The outages of a device that have not ended, with their members. */
export async function openOutages(em: SqlEntityManager, deviceId: number): Promise<Stored[]> {
  const db = tables(em)
  const rows = await db
    .selectFrom('correlation_outage')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  return withMembers(em, rows)
}

export async function withMembers(em: SqlEntityManager, rows: readonly Row[]): Promise<Stored[]> {
  if (rows.length === 0) return []
  const members = await tables(em)
    .selectFrom('correlation_member')
    .selectAll()
    .where(sql<boolean>`outage_id = any (${rows.map(({ id }) => id)}::int[])`)
    .execute()
  const byOutage = Map.groupBy(members, row => row.outage_id)
  return rows.map(row => ({
    ...outageOf(row, (byOutage.get(row.id) ?? []).map(memberOf)),
    firstKind: row.first_kind,
  }))
}
