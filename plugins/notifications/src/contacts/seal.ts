import type { BoundChannel, Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { valueColumns } from '../contact-value.ts'

const sealValuesOf = (ctx: Pick<Context, 'em' | 'vault'>, channel: BoundChannel): Promise<void> =>
  ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    const rows = await tables(em)
      .selectFrom('notifications_contact')
      .select(['id', 'value'])
      .where('type', '=', channel.type)
      .where('sealed_value', 'is', null)
      .forUpdate()
      .execute()
    for (const { id, value } of rows) {
      const columns = valueColumns(ctx, channel, value)
      if (columns.sealed_value === null) continue
      await tables(em).updateTable('notifications_contact').set(columns).where('id', '=', id).execute()
    }
  })

/** Seals values that were stored before their channel had secrets in them. */
export async function sealValues(ctx: Pick<Context, 'em' | 'log' | 'use' | 'vault'>): Promise<void> {
  for (const channel of ctx.use('installation').channels())
    await sealValuesOf(ctx, channel).catch((error: unknown) =>
      ctx.log.warn({ err: error, channel: channel.type }, 'addresses of contacts could not be sealed'),
    )
}
