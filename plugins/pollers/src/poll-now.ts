import { pollNow, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { tables } from './tables.ts'

/** A moment ahead, s: who hands out what is due looks only at what became due since the last time. */
const aheadSec = 1

/**
 * Makes all pollers of devices due now when something in this process asks for it. Gives the way to end it.
 */
export function followPollNow(ctx: Context): () => Promise<void> {
  const forget = ctx.events.on(pollNow, ({ device_ids: ids }) => {
    const due = sql`extract(epoch from clock_timestamp()) * 1000 + ${aheadSec * 1000}`
    sql`
      update pollers_device set planned_at = now(),
        next_at = least(next_at, clock_timestamp() + make_interval(secs => ${aheadSec})),
        due = (select jsonb_object_agg(key, least(value::numeric, round(${due}))) from jsonb_each(due))
      where device_id = any (${[...ids]}::int[]) and next_at < 'infinity' and due <> '{}'`
      .execute(tables(ctx.em()))
      .catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'devices that have restarted could not be polled at once'),
      )
  })
  return async () => forget()
}
