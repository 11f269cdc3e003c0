import { visibleDevices } from '@linecard/inventory/read'
import { pageOf, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { shownPart } from '../contact-value.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import type { DeliveriesQuery, DeliveryView } from './bodies.ts'

/** In place of the address of a user whom the caller may not manage. */
const hidden = '***'
/** Rows that are counted. */
const mostCounted = 10_000

const rowsOf = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('notifications_delivery as d')
    .innerJoin('notifications_contact as c', 'c.id', 'd.contact_id')

const shownRows = (found: ReturnType<typeof rowsOf>) =>
  found
    .select(['d.id', 'd.message_id', 'd.contact_id', 'd.channel', 'd.source', 'd.source_id', 'd.kind'])
    .select(['d.severity', 'd.name', 'd.title', 'd.device_id', 'd.state', 'd.attempts', 'd.note'])
    .select(['d.digest_id', 'd.due_at', 'd.created_at', 'd.ended_at', 'c.user_id', 'c.value'])
type Row = Awaited<ReturnType<ReturnType<typeof shownRows>['execute']>>[number]

/** Whose addresses are shown to the caller; null: the service asks for itself. */
const knownUsers = (ctx: Context, caller: Caller | undefined, rows: readonly Row[]) =>
  caller
    ? ctx.use('people').manageable(
        caller,
        rows.map(row => row.user_id),
      )
    : null

function viewOf(ctx: Context, row: Row, known: ReadonlySet<number> | null): DeliveryView {
  const { id, source_id: sourceId, digest_id: digestId, device_id: deviceId, ...rest } = row
  const { contact_id: contactId, user_id: userId, value, ...shown } = rest
  const channel = ctx
    .use('installation')
    .channels()
    .find(({ type }) => type === row.channel)
  return {
    ...shown,
    id: Number(id),
    contact: {
      id: contactId,
      user_id: userId,
      value: !known || known.has(userId) ? (channel ? shownPart(channel, value) : '') : hidden,
    },
    source_id: Number(sourceId),
    device: deviceId === null ? null : { id: deviceId },
    digest_id: digestId === null ? null : Number(digestId),
  }
}

/**
 * What a caller of some groups sees: deliveries about devices of these groups, messages of people, and what
 * was sent to the caller.
 */
const visibleTo = (em: SqlEntityManager, caller: Caller) =>
  sql<boolean>`(c.user_id = ${caller.userId} or d.source in ('message', 'test')
    or d.device_id in (select v.id from (${visibleDevices(em, caller)}) v))`

function matching(em: SqlEntityManager, caller: Caller, query: DeliveriesQuery) {
  const { state, channel, contact_id: contact, user_id: user, severity, name, event_id: event } = query
  return rowsOf(em)
    .$if(caller.groupIds !== null, found => found.where(visibleTo(em, caller)))
    .$if(state !== undefined, found => found.where('d.state', '=', state!))
    .$if(channel !== undefined, found => found.where('d.channel', '=', channel!))
    .$if(contact !== undefined, found => found.where('d.contact_id', '=', contact!))
    .$if(user !== undefined, found => found.where('c.user_id', '=', user!))
    .$if(severity !== undefined, found => found.where('d.severity', '=', severity!))
    .$if(name !== undefined, found => found.where('d.name', '=', name!))
    .$if(event !== undefined, found =>
      found.where('d.source', '=', 'event').where('d.source_id', '=', String(event)),
    )
    .$if(query.start !== undefined, found =>
      found.where(sql<boolean>`d.created_at >= ${query.start}::timestamptz`),
    )
    .$if(query.stop !== undefined, found =>
      found.where(sql<boolean>`d.created_at < ${query.stop}::timestamptz`),
    )
}

/** A page of the deliveries that the caller sees, the newest first. */
export async function listDeliveries(ctx: Context, caller: Caller, query: DeliveriesQuery) {
  const page = pageOf(query, { cap: 1000 })
  const em = ctx.em()
  const counted = matching(em, caller, query)
    .select('d.id')
    .limit(mostCounted + 1)
  const { total } = await tables(em)
    .selectFrom(counted.as('counted'))
    .select(row => row.cast<number>(row.fn.countAll(), 'integer').as('total'))
    .executeTakeFirstOrThrow()
  const rows = await shownRows(matching(em, caller, query))
    .orderBy('d.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const known = await knownUsers(ctx, caller, rows)
  return {
    deliveries: rows.map(row => viewOf(ctx, row, known)),
    meta: { total: Math.min(total, mostCounted), total_exact: total <= mostCounted, ...page },
  }
}

/** @throws NOTIFICATIONS_DELIVERY_UNKNOWN */
export async function deliveryView(ctx: Context, id: number, caller?: Caller): Promise<DeliveryView> {
  const em = ctx.em()
  const found = caller ? matching(em, caller, {}) : rowsOf(em)
  const row = await shownRows(found).where('d.id', '=', String(id)).executeTakeFirst()
  if (!row) throw fail('NOTIFICATIONS_DELIVERY_UNKNOWN', { id })
  return viewOf(ctx, row, await knownUsers(ctx, caller, [row]))
}

/** What failed or was cancelled is sent after all. @throws NOTIFICATIONS_DELIVERY_STATE */
export async function sendAgain(ctx: Context, id: number, caller: Caller): Promise<DeliveryView> {
  const { state } = await deliveryView(ctx, id, caller)
  const now = sql<Date>`clock_timestamp()`
  const { numUpdatedRows } = await tables(ctx.em())
    .updateTable('notifications_delivery')
    .set({ state: 'queued', due_at: now, created_at: now, ended_at: null, note: '', digest_id: null })
    .where('id', '=', String(id))
    .where('state', 'in', ['failed', 'cancelled'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw fail('NOTIFICATIONS_DELIVERY_STATE', { state })
  return deliveryView(ctx, id, caller)
}
