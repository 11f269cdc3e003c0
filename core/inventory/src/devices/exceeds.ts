import { deviceExceeds, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Exceeds } from '../entities/device.ts'
import { tables } from '../tables.ts'

/** A device that keeps within its limits for so long is not marked any more, in ms. */
const keptMs = 86_400_000

/** Marks a device; `since` of a mark that it has stays. */
export async function markExceeds(
  ctx: Pick<Context, 'em'>,
  id: number,
  { limit, module, since, last }: Omit<Exceeds, 'since' | 'last'> & { since: Date; last: Date },
): Promise<void> {
  const mark = JSON.stringify({ limit, module, since: since.toISOString(), last: last.toISOString() })
  await tables(ctx.em())
    .updateTable('inventory_device')
    .set({
      exceeds: sql`
        ${mark}::jsonb
          || jsonb_build_object('since', coalesce(exceeds -> 'since', ${mark}::jsonb -> 'since'))`,
    })
    .where('id', '=', id)
    .execute()
}

/** The mark of a device without one that is too old. */
export const keptMark = (now: Date) => {
  const oldest = new Date(now.getTime() - keptMs).toISOString()
  return sql<null>`case when exceeds ->> 'last' >= ${oldest} then exceeds end`
}

/** Marks the devices that reach a ceiling of a call. Gives what ends it. */
export const followExceeds = (ctx: Pick<Context, 'em' | 'events'>): (() => void) =>
  ctx.events.on(deviceExceeds, async ({ device_id: id, ...mark }) => {
    await markExceeds(ctx, id, mark)
  })
