import type { Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { mayKnow, recipients, seenBy } from '../intake/people.ts'
import { tables, type Level, type Source } from '../tables.ts'

/** Messages that are looked at together, and that one digest tells at most. */
export const mostDue = 500

/** A message of a contact whose time has come. */
export interface DueRow {
  id: string
  source: Source
  severity: Level
  state: 'queued' | 'held'
  kind: string
  name: string
  title: string
  device_id: number | null
  data: Record<string, unknown>
  created_at: Date
}

/**
 * What a contact is to be told now, the oldest first. "Resolved" waits for its alert; what is in a digest
 * goes with it.
 */
export const dueOf = async (em: SqlEntityManager, contactId: number): Promise<DueRow[]> =>
  (
    await sql<DueRow>`
      select d.id, d.source, d.severity, d.state, d.kind, d.name, d.title, d.device_id, d.data, d.created_at
      from notifications_delivery d
      where d.contact_id = ${contactId} and d.state in ('queued', 'held') and d.digest_id is null
        and d.due_at <= clock_timestamp() and not exists (
          select from notifications_delivery a
          where d.kind = 'resolved' and a.kind = 'alert' and a.contact_id = d.contact_id
            and a.source = d.source and a.source_id = d.source_id and a.state in ('queued', 'held')
            and (a.due_at > clock_timestamp() or a.digest_id is not null)
        )
      order by d.source <> 'digest', d.id limit ${mostDue}`.execute(tables(em))
  ).rows

/** Who did it, of an action. */
const userIdOf = ({ data }: DueRow): number | null => {
  const action = data['action'] as { user?: { id?: number | null } | null } | null | undefined
  return action?.user?.id ?? null
}

/** Ids of those that the user of the contact may not be told any more: of all, if the user is disabled. */
export async function forbidden(ctx: Context, contactId: number, rows: readonly DueRow[]): Promise<string[]> {
  const [recipient] = await recipients(ctx, [contactId])
  if (!recipient) return rows.map(({ id }) => id)
  const { caller } = recipient
  const seen = await seenBy(
    ctx.em(),
    [caller],
    rows.flatMap(row => row.device_id ?? []),
  )
  return rows
    .filter(({ source }) => source !== 'digest')
    .filter(row => {
      const subject = { source: row.source, deviceId: row.device_id, userId: userIdOf(row) }
      return !mayKnow(caller, subject, seen)
    })
    .map(({ id }) => id)
}
