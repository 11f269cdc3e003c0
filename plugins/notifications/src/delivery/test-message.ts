import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { channelNamed } from '../channel-named.ts'
import { fail } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { tables } from '../tables.ts'
import type { DeliveryView } from './bodies.ts'
import { markSending } from './claim.ts'
import { deliveryView } from './log.ts'
import { messageData } from './message.ts'
import { deliver } from './send.ts'

const uniqueViolation = '23505'

/**
 * Sends a test message at once, and tells what came of it.
 * @throws NOTIFICATIONS_CHANNEL_UNREADY; NOTIFICATIONS_CONTACT_BUSY while something else is sent to it
 */
export async function testContact(
  notifications: Parts,
  { id, type }: { id: number; type: string },
  caller: Caller,
): Promise<DeliveryView> {
  const { ctx } = notifications
  const channel = channelNamed(ctx, type)
  const why = channel.missing()
  if (why !== null) throw fail('NOTIFICATIONS_CHANNEL_UNREADY', { why })
  const contact = await tables(ctx.em())
    .selectFrom('notifications_contact')
    .select(['id', 'value', 'sealed_value', 'address', 'secret'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!contact) throw fail('NOTIFICATIONS_CONTACT_UNKNOWN', { id })
  const data = messageData(ctx.clock(), caller, 'Test message', 'Messages reach this contact')
  const marked = await ctx
    .em()
    .transactional(async forked => {
      const em = forked as SqlEntityManager
      const row = await tables(em)
        .insertInto('notifications_delivery')
        .values({
          contact_id: id,
          channel: type,
          source: 'test',
          source_id: sql<number>`nextval('notifications_message')` as never,
          kind: 'notification',
          severity: 'notify',
          name: 'test',
          title: 'Test message',
          device_id: null,
          data: JSON.stringify(data),
          state: 'queued',
          due_at: sql<Date>`clock_timestamp()`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return markSending(ctx, em, row.id)
    })
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === uniqueViolation)
        throw fail('NOTIFICATIONS_CONTACT_BUSY')
      throw error
    })
  const claimed = { ...marked, contact }
  await deliver(notifications, channel, claimed, { signal: new AbortController().signal, once: true })
  return deliveryView(ctx, Number(marked.id))
}
