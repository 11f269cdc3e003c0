import { eventsChanged, type Context, type Happening } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { labelsOf, textsOf } from '../rows/texts.ts'
import { keyOf } from '../rows/key.ts'
import { tables } from '../tables.ts'
import { appendChanges } from './append.ts'

/** Records what happened at one moment. What is recorded already changes nothing. */
export async function recordHappening(ctx: Context, by: string, what: Happening): Promise<void> {
  const texts = textsOf(what)
  const place = { device_id: what.device_id, interface_id: what.interface_id }
  const added = await retryable(() =>
    ctx.em().transactional(async forked => {
      const em = forked as SqlEntityManager
      const row = await tables(em)
        .insertInto('events_event')
        .values({
          ...texts,
          ...place,
          key: keyOf({ name: what.name, ...place, part: texts.part }),
          name: what.name,
          severity: what.severity,
          labels: JSON.stringify(labelsOf(what.labels)),
          since: what.time,
          created_at: what.time,
          created_by: by,
          resolved_at: what.time,
          resolved_by: 'system',
          happening: true,
        } as never)
        .onConflict(conflict =>
          conflict
            .columns(['key', 'created_at'])
            .where(sql<boolean>`happening`)
            .doNothing(),
        )
        .returning('id')
        .executeTakeFirst()
      if (!row) return false
      await appendChanges(em, [{ id: row.id, kind: 'happened' }], what.time)
      return true
    }),
  )
  if (added) await ctx.events.broadcast(eventsChanged, null)
}
