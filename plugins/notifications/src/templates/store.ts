import type { BoundChannel, MessageKind } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

export interface StoredTemplate {
  text: string
  /** Null: it is that of the channel. */
  updated_at: Date | null
  updated_by: string | null
}

export async function templateOf(
  em: SqlEntityManager,
  channel: Pick<BoundChannel, 'type' | 'templates'>,
  kind: MessageKind,
): Promise<StoredTemplate> {
  const row = await tables(em)
    .selectFrom('notifications_template')
    .select(['text', 'updated_at', 'updated_by'])
    .where('channel', '=', channel.type)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ?? { text: channel.templates[kind], updated_at: null, updated_by: null }
}

/** `text` null: that of the channel again. */
export async function storeTemplate(
  em: SqlEntityManager,
  { channel, kind, text, by }: { channel: string; kind: MessageKind; text: string | null; by: string },
): Promise<void> {
  if (text === null) {
    await tables(em)
      .deleteFrom('notifications_template')
      .where('channel', '=', channel)
      .where('kind', '=', kind)
      .execute()
    return
  }
  const values = { text, updated_by: by, updated_at: new Date() }
  await tables(em)
    .insertInto('notifications_template')
    .values({ channel, kind, ...values })
    .onConflict(conflict => conflict.columns(['channel', 'kind']).doUpdateSet(values))
    .execute()
}
