import type { Caller, Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { recipients } from '../intake/people.ts'
import { insertDeliveries } from '../intake/rows.ts'
import { description, oneLine } from '../intake/texts.ts'
import { tables } from '../tables.ts'
import { messagesDue } from './engine.ts'

/** A message of a person, as templates see it: an action without a status. */
export const messageData = (time: Date, { userId, login }: Caller, title: string, text: string) => ({
  event: null,
  action: {
    id: 0,
    created_at: time.toISOString(),
    action: oneLine(title),
    status: '',
    message: description(text),
    error_code: null,
    user: { id: userId, login: oneLine(login) },
    device: null,
    ip: null,
  },
})

/** Sends a message to all contacts that take notifications. Returns their number. */
export async function tellEverybody(
  ctx: Context<Config>,
  caller: Caller,
  { title, text }: { title: string; text: string },
): Promise<number> {
  const people = (await recipients(ctx)).filter(({ severities }) => severities.includes('notify'))
  const data = messageData(ctx.clock(), caller, title, text)
  await ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    const { rows } = await sql<{ id: string }>`select nextval('notifications_message') as id`.execute(
      tables(em),
    )
    await insertDeliveries(
      em,
      people.map(({ id, type }) => ({
        contact_id: id,
        channel: type,
        source: 'message',
        source_id: Number(rows[0]!.id),
        kind: 'notification',
        severity: 'notify',
        name: 'message',
        title: oneLine(title),
        device_id: null,
        data,
        due_at: null,
      })),
    )
  })
  await ctx.events.broadcast(messagesDue, null)
  return people.length
}
