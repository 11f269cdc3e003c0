import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables, type State } from '../tables.ts'
import type { Found } from './event-rows.ts'
import { insertDeliveries, type NewDelivery } from './rows.ts'

/** Alerts that nobody has tried to send are not sent any more; `before`: those that were due only later. */
const cancel = (em: SqlEntityManager, { id, before, why }: Found['cancelled'][number]) =>
  tables(em)
    .updateTable('notifications_delivery')
    .set({ state: 'cancelled', note: why, ended_at: sql<Date>`clock_timestamp()` })
    .where('source', '=', 'event')
    .where('source_id', '=', String(id))
    .where('kind', '=', 'alert')
    .where('attempts', '=', 0)
    .where('state', 'in', before ? ['queued'] : ['queued', 'held'])
    .where('digest_id', 'is', null)
    .$if(before !== null, found => found.where('due_at', '>', before!))
    .execute()

/** Contacts and events of these rows that have an alert in such a state. */
async function alerts(em: SqlEntityManager, rows: readonly NewDelivery[], cancelled: boolean) {
  if (rows.length === 0) return new Set<string>()
  const ids = [...new Set(rows.map(row => row.source_id))]
  const found = await tables(em)
    .selectFrom('notifications_delivery')
    .select(['source_id', 'contact_id'])
    .where('source', '=', 'event')
    .where(sql<boolean>`source_id = any (${ids}::bigint[])`)
    .where('kind', '=', 'alert')
    .where('state', cancelled ? '=' : '<>', 'cancelled' satisfies State)
    .execute()
  return new Set(found.map(row => `${row.source_id} ${row.contact_id}`))
}
const keyOf = (row: NewDelivery) => `${row.source_id} ${row.contact_id}`

/**
 * Writes them in the transaction of `em`. Alerts and cancellations first: "resolved" looks at what came of
 * them. A contact whose alert was cancelled never heard of the event.
 */
export async function writeFound(
  em: SqlEntityManager,
  { rows, cancelled, onlyAlerted }: Found,
): Promise<void> {
  await insertDeliveries(
    em,
    rows.filter(({ kind }) => kind === 'alert'),
  )
  for (const one of cancelled) await cancel(em, one)
  const over = rows.filter(({ kind }) => kind === 'resolved')
  const [unheard, heard] = [await alerts(em, over, true), await alerts(em, onlyAlerted, false)]
  await insertDeliveries(em, [
    ...over.filter(row => !unheard.has(keyOf(row))),
    ...onlyAlerted.filter(row => heard.has(keyOf(row))),
  ])
}
