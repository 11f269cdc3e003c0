import type { BoundChannel } from '@linecard/plugin-kit'
import { escapedHtml } from '@linecard/plugin-kit/html'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { levels, tables, type Level } from '../tables.ts'
import type { DueRow } from './due.ts'

/** Messages that a digest names; of the others it has the number. */
const mostNamed = 50

interface Item {
  kind: string
  severity: Level
  name: string
  title: string
  device: string | null
  time: string
}

/** What a digest has in place of an event or an action. */
export interface DigestData {
  event: null
  action: null
  items: Item[]
  /** Also those that are not named. */
  total: number
}

const itemOf = ({ kind, severity, name, title, data, created_at: time }: DueRow): Item => {
  const about = (data['event'] ?? data['action']) as { device?: { name?: string } | null } | null
  return { kind, severity, name, title, device: about?.device?.name ?? null, time: time.toISOString() }
}

/**
 * Writes the digest of these messages in the transaction of `em`; they go with it. Returns its id.
 */
export async function writeDigest(
  em: SqlEntityManager,
  { contactId, channel }: { contactId: number; channel: string },
  rows: readonly DueRow[],
): Promise<string> {
  const worst = levels
    .toReversed()
    .find(level => level !== 'notify' && rows.some(row => row.severity === level))
  const data: DigestData = {
    event: null,
    action: null,
    items: rows.slice(0, mostNamed).map(itemOf),
    total: rows.length,
  }
  const { id } = await tables(em)
    .insertInto('notifications_delivery')
    .values({
      contact_id: contactId,
      channel,
      source: 'digest',
      source_id: sql<number>`nextval('notifications_message')` as never,
      kind: 'notification',
      severity: worst ?? 'notify',
      name: 'digest',
      title: `${rows.length} messages`,
      device_id: null,
      data: JSON.stringify(data),
      state: 'queued',
      due_at: sql<Date>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tables(em)
    .updateTable('notifications_delivery')
    .set({ state: 'held', digest_id: Number(id) })
    .where(sql<boolean>`id = any (${rows.map(row => row.id)}::bigint[])`)
    .execute()
  return id
}

const lineOf = ({ kind, severity, title, device, time }: Item): string => {
  const sign = kind === 'resolved' ? 'RESOLVED' : severity.toUpperCase()
  return `${time.slice(11, 16)} ${sign} ${title}${device === null ? '' : ` (${device})`}`
}

/** The text of a digest, in the format of a channel. Times of day are UTC. */
export function digestText(
  { items, total }: DigestData,
  { format, lineEnd }: Pick<BoundChannel, 'format' | 'lineEnd'>,
) {
  const left = total - items.length
  const lines = [
    `${total} messages, times in UTC`,
    ...items.map(lineOf),
    ...(left > 0 ? [`and ${left} more`] : []),
  ]
  const plain = lines.join('\n')
  return { plain, body: format === 'html' ? lines.map(escapedHtml).join(`${lineEnd}\n`) : plain }
}
