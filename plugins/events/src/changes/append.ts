import type { EventChangeKind } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

export interface Changed {
  /** Id of the event, digits. */
  id: string
  kind: EventChangeKind
}

/**
 * Writes changes to the outbox, as the last statement of the transaction that made them. The row of the
 * counter is locked from here to the end of the transaction, so numbers are given in the order of commits:
 * whoever sees a number sees all lower ones. An undone transaction gives its numbers back.
 */
export async function appendChanges(
  em: SqlEntityManager,
  changes: readonly Changed[],
  time: Date,
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    with counted as (update events_counter set seq = seq + ${changes.length} returning seq)
    insert into events_change (seq, kind, time, event_id, device_id, event)
    select counted.seq - ${changes.length} + c.n, c.kind, ${time}, e.id, e.device_id, to_jsonb(e)
    from counted, unnest(
      ${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ kind }) => kind)}::text[]
    ) with ordinality as c (id, kind, n)
    join events_event e on e.id = c.id`.execute(tables(em))
}
