import type { Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { eventRules } from '../rules/store.ts'
import { readOn } from './cursor.ts'
import { take, type Found, type Known } from './event-rows.ts'
import { writeFound } from './event-write.ts'
import { recipients, seenBy } from './people.ts'

/** Changes that are read at once. */
const batch = 100

async function knownFor(ctx: Context<Config>, deviceIds: readonly number[]): Promise<Known> {
  const people = await recipients(ctx)
  const callers = people.map(({ caller }) => caller)
  return {
    rules: await eventRules(ctx.em()),
    people,
    seen: await seenBy(ctx.em(), callers, deviceIds),
    oldest: new Date(ctx.clock().getTime() - ctx.config.give_up_hours * 3_600_000),
    needsAlert: ctx.config.check_previous_message,
  }
}

/** Reads the next changes of events and writes who is told. Returns whether there may be more. */
export async function readEvents(ctx: Context<Config>): Promise<boolean> {
  const events = ctx.use('network-events')
  return readOn(ctx, {
    source: 'events',
    batch,
    end: () => events.lastSeq(),
    after: position => events.changesAfter(position, batch),
    async write(changes) {
      const known = await knownFor(
        ctx,
        changes.flatMap(({ event }) => event.device?.id ?? []),
      )
      const found: Found = { rows: [], cancelled: [], onlyAlerted: [] }
      for (const change of changes) take(change, known, found)
      return (em: SqlEntityManager) => writeFound(em, found)
    },
  })
}
