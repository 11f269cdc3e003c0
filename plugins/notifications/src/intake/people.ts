import { visibleDevices } from '@linecard/inventory/read'
import type { Caller, Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** A contact that may get messages, with what its user may see now. */
export interface Recipient {
  id: number
  type: string
  severities: readonly string[]
  ignored_events: readonly string[]
  ignored_actions: readonly string[]
  caller: Caller
}

/** What decides who may be told of something. */
export interface Subject {
  source: string
  /** Null: it is about the installation. */
  deviceId: number | null
  /** Who did it; null: nobody, or an event. */
  userId: number | null
}

/** Devices of `ids` that callers with these groups see, by their groups. */
export type Seen = ReadonlyMap<string, ReadonlySet<number>>

const groupsOf = ({ groupIds }: Pick<Caller, 'groupIds'>): string => JSON.stringify(groupIds)

/** Enabled contacts of active users; of these ids, or all. */
export async function recipients(ctx: Context, ids?: readonly number[]): Promise<Recipient[]> {
  const rows = await tables(ctx.em())
    .selectFrom('notifications_contact')
    .select(['id', 'user_id', 'type', 'severities', 'ignored_events', 'ignored_actions'])
    .where('enabled', '=', true)
    .$if(ids !== undefined, found => found.where(sql<boolean>`id = any (${[...(ids ?? [])]}::int[])`))
    .orderBy('id')
    .execute()
  const callers = await ctx.use('people').callers(rows.map(row => row.user_id))
  return rows.flatMap(row => {
    const caller = callers.get(row.user_id)
    return caller ? [{ ...row, caller }] : []
  })
}

/** One query for each set of groups. */
export async function seenBy(
  em: SqlEntityManager,
  people: readonly Pick<Caller, 'groupIds'>[],
  deviceIds: readonly number[],
): Promise<Seen> {
  const seen = new Map<string, ReadonlySet<number>>()
  for (const caller of people) {
    const key = groupsOf(caller)
    if (caller.groupIds === null || seen.has(key)) continue
    const rows = await tables(em)
      .selectFrom(visibleDevices(em, caller).as('d'))
      .select('d.id')
      .where(sql<boolean>`d.id = any (${[...new Set(deviceIds)]}::int[])`)
      .execute()
    seen.set(key, new Set(rows.map(({ id }) => id)))
  }
  return seen
}

/**
 * Whether a user may be told of it: events need `events_show`, and those without a device `events_see_all`;
 * actions `system_logs_actions`, unless they are the user's own. A device must be in the user's groups.
 */
export function mayKnow(caller: Caller, { source, deviceId, userId }: Subject, seen: Seen): boolean {
  const { permissions, groupIds } = caller
  if (source === 'test' || source === 'message') return true
  if (source === 'event') {
    if (!permissions.has('events_show')) return false
    if (deviceId === null) return permissions.has('events_see_all')
  } else {
    if (userId === caller.userId) return true
    if (!permissions.has('system_logs_actions')) return false
    if (deviceId === null) return groupIds === null
  }
  return groupIds === null || (seen.get(groupsOf(caller))?.has(deviceId) ?? false)
}
