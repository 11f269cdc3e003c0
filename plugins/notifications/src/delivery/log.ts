import { visibleDevices } from '@linecard/inventory/read'
import type { Caller, Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { shownPart } from '../contact-value.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import type { DeliveryView } from './bodies.ts'

/** In place of the address of a user whom the caller may not manage. */
const hidden = '***'

const shownRows = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('notifications_delivery as d')
    .innerJoin('notifications_contact as c', 'c.id', 'd.contact_id')
    .select(['d.id', 'd.message_id', 'd.contact_id', 'd.channel', 'd.source', 'd.source_id', 'd.kind'])
    .select(['d.severity', 'd.name', 'd.title', 'd.device_id', 'd.state', 'd.attempts', 'd.note'])
    .select(['d.digest_id', 'd.due_at', 'd.created_at', 'd.ended_at', 'c.user_id', 'c.value'])
type Row = Awaited<ReturnType<ReturnType<typeof shownRows>['execute']>>[number]

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

/** Addresses of users whom the caller may not manage are hidden. Without a caller the service itself asks. */
export async function viewsOf(ctx: Context, rows: readonly Row[], caller?: Caller): Promise<DeliveryView[]> {
  const users = rows.map(row => row.user_id)
  const known = caller ? await ctx.use('people').manageable(caller, users) : null
  return rows.map(row => viewOf(ctx, row, known))
}

/**
 * What a caller of some groups sees: deliveries about devices of these groups, messages of people, and what
 * was sent to the caller.
 */
const visibleTo = (em: SqlEntityManager, caller: Caller) =>
  sql<boolean>`(c.user_id = ${caller.userId} or d.source in ('message', 'test')
    or d.device_id in (select v.id from (${visibleDevices(em, caller)}) v))`

/** The deliveries that a caller sees. */
export function seenBy(em: SqlEntityManager, caller: Caller) {
  const all = shownRows(em)
  return caller.groupIds === null ? all : all.where(visibleTo(em, caller))
}

/** @throws NOTIFICATIONS_DELIVERY_UNKNOWN */
export async function deliveryView(ctx: Context, id: number, caller?: Caller): Promise<DeliveryView> {
  const em = ctx.em()
  const rows = await (caller ? seenBy(em, caller) : shownRows(em)).where('d.id', '=', String(id)).execute()
  const [view] = await viewsOf(ctx, rows, caller)
  if (!view) throw fail('NOTIFICATIONS_DELIVERY_UNKNOWN', { id })
  return view
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
