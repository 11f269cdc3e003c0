import type { MessageKind } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables, type Level, type Source } from '../tables.ts'

/** A message to a contact that is to be written. */
export interface NewDelivery {
  contact_id: number
  channel: string
  source: Source
  source_id: number
  kind: MessageKind
  severity: Level
  name: string
  title: string
  device_id: number | null
  data: object
  /** Null: at once. */
  due_at: Date | null
  /** A cancelled one with the same key is sent after all. */
  revive?: boolean
}

/** Rows of one statement. */
const atOnce = 500

const written = ({ due_at: due, data, ...row }: NewDelivery, at: number) => ({
  ...row,
  at,
  data: JSON.stringify(data),
  due_at: due?.toISOString() ?? null,
})

/** Writes them in the transaction of `em`. One with the same key is there already, and stays as it is. */
export async function insertDeliveries(em: SqlEntityManager, rows: readonly NewDelivery[]): Promise<void> {
  for (let at = 0; at < rows.length; at += atOnce)
    await sql`
      insert into notifications_delivery as d
        (contact_id, channel, source, source_id, kind, severity, name, title, device_id, data, state, due_at)
      select r.contact_id, r.channel, r.source, r.source_id, r.kind, r.severity, r.name, r.title, r.device_id,
        r.data::jsonb, 'queued', coalesce(r.due_at, clock_timestamp())
      from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + atOnce).map(written))}::jsonb) as r (
        contact_id int, channel text, source text, source_id bigint, kind text, severity text, name text,
        title text, device_id int, data text, due_at timestamptz, at int
      ) join notifications_contact c on c.id = r.contact_id
      order by r.at
      on conflict (source, source_id, kind, contact_id) do nothing`.execute(tables(em))
  const again = rows.filter(({ revive }) => revive)
  if (again.length > 0) await reviveAll(em, again)
}

/** What was cancelled before it was sent is due again. */
const reviveAll = (em: SqlEntityManager, rows: readonly NewDelivery[]) =>
  sql`
    update notifications_delivery d
    set state = 'queued', due_at = clock_timestamp(), note = '', ended_at = null
    from jsonb_to_recordset(${JSON.stringify(rows.map(written))}::jsonb) as r (
      contact_id int, source text, source_id bigint, kind text
    )
    where d.contact_id = r.contact_id and d.source = r.source and d.source_id = r.source_id
      and d.kind = r.kind and d.state = 'cancelled' and d.attempts = 0`.execute(tables(em))
