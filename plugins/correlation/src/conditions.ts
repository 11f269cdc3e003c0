import { visibleInterfaces } from '@linecard/inventory/read'
import type { Condition, ConditionSource } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Kind } from './judge/index.ts'
import { eventNames } from './outages/event-names.ts'
import type { Correlation } from './setup.ts'
import { tables } from './tables.ts'

const labels: Readonly<Record<Kind, string>> = {
  fibre_cut: 'Fibre cut: ONUs have lost their light together',
  power_loss: 'Power loss: customers are without power together',
  pon_port: 'PON port of an OLT down',
  card: 'Card of an OLT down',
  olt: 'OLT unreachable or restarted',
  uplink: 'Uplink of an OLT down',
  undetermined: 'ONUs lost together, cause undetermined',
}

interface Row {
  id: number
  device_id: number
  scope: string
  interface_ids: number[]
  below_device_ids: number[]
  confidence: number
  title: string
  description: string
  customers: number | null
  began_at: Date
  lost: number[]
  /** The one port of the OLT that it is about; null: it has none, or several. */
  own_port: number | null
}

const conditionOf = (row: Row): Condition => ({
  device_id: row.device_id,
  interface_id: row.scope === 'card' || row.scope === 'olt' ? null : row.own_port,
  part: String(row.id),
  title: row.title,
  description: row.description,
  labels: { outage: String(row.id), scope: row.scope, confidence: row.confidence.toFixed(2) },
  since: row.began_at,
  below: {
    device_ids: row.below_device_ids,
    interface_ids: [...new Set([...row.interface_ids, ...row.lost])],
    customers: row.customers,
  },
})

/** Outages of one kind that are open. ONUs that are back are not below any more. */
const source = (kind: Kind): ConditionSource<Correlation> => ({
  label: labels[kind],
  severity: kind === 'power_loss' || kind === 'undetermined' ? 'warning' : 'critical',
  async holding({ ctx }, { deviceIds }) {
    const em = ctx.em()
    const { rows } = await sql<Row>`
      select o.id, o.device_id, o.scope, o.interface_ids, o.below_device_ids, o.confidence, o.title,
        o.description, o.customers, o.began_at, array(
          select m.interface_id from correlation_member m where m.outage_id = o.id and m.back_at is null
          order by 1
        ) as lost, (
          select i.id from (${visibleInterfaces(em, { groupIds: null })}) i
          where cardinality(o.interface_ids) = 1 and i.id = o.interface_ids[1] and i.device_id = o.device_id
        ) as own_port
      from correlation_outage o
      where o.ended_at is null and o.opened_at is not null and o.kind = ${kind}
        and (${deviceIds === null} or o.device_id = any (${deviceIds ? [...deviceIds] : []}::int[]))
      order by o.id`.execute(tables(em))
    return rows.map(conditionOf)
  },
})

export const conditions = Object.fromEntries(
  (Object.keys(eventNames) as Kind[]).map(kind => [eventNames[kind], source(kind)]),
)
