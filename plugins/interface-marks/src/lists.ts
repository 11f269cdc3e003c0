import { withDevice, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleInterfaces } from '@linecard/inventory/read'
import type { MarkedInterface } from './schemas.ts'
import { tables } from './tables.ts'

/** Interfaces `i` that the caller sees, with their marks. */
const markedInterfaces = (em: SqlEntityManager, caller: Caller) => {
  const favorites = tables(em)
    .selectFrom('interface_marks_favorite as f')
    .where('f.interface_id', '=', sql.ref<number>('i.id'))
  const tags = tables(em)
    .selectFrom('interface_marks_tag as t')
    .where('t.interface_id', '=', sql.ref<number>('i.id'))
  return tables(em)
    .selectFrom(visibleInterfaces(em, caller).as('i'))
    .select([
      'i.id',
      'i.device_id',
      sql<string>`i.bind_key::text`.as('bind_key'),
      sql<string | null>`i.parent_bind_key::text`.as('parent_bind_key'),
      'i.name',
      'i.type',
      'i.status',
      'i.description',
      sql<{ id: number }>`json_build_object('id', i.device_id)`.as('device'),
      sql<boolean>`exists (${favorites.select('f.user_id').where('f.user_id', '=', caller.userId)})`.as(
        'favorite',
      ),
      sql<number>`(${favorites.select(sql`count(*)::int`.as('users'))})`.as('favorite_users'),
      sql<string[]>`array (${tags.select('t.tag').orderBy('t.tag')})`.as('tags'),
    ])
}

/** One interface with its marks. @throws INVENTORY_INTERFACE_UNKNOWN (404) */
export async function markedInterface(ctx: Context, caller: Caller, id: number): Promise<MarkedInterface> {
  await ctx.use('interfaces').named(id, caller)
  const row = await markedInterfaces(ctx.em(), caller).where('i.id', '=', id).executeTakeFirstOrThrow()
  return withDevice(ctx, caller, row)
}

/** The favourites of one person, or the interfaces with one tag. */
type Source = { favoritesOf: number } | { tag: string }

const marksOf = (em: SqlEntityManager, source: Source) =>
  'tag' in source
    ? tables(em)
        .selectFrom('interface_marks_tag')
        .select(['interface_id', 'created_at'])
        .where('tag', '=', source.tag)
        .as('m')
    : tables(em)
        .selectFrom('interface_marks_favorite')
        .select(['interface_id', 'created_at'])
        .where('user_id', '=', source.favoritesOf)
        .as('m')

/** The rows of a list of marked interfaces that the caller sees. */
export const markedRows = (em: SqlEntityManager, caller: Caller, source: Source) =>
  markedInterfaces(em, caller)
    .innerJoin(marksOf(em, source), 'm.interface_id', 'i.id')
    .select(['m.created_at', 'i.device_name', sql<string>`host(i.device_ip)`.as('device_ip')])

/** The tags on interfaces that the caller sees, with the number of these interfaces. */
export const tagRows = (em: SqlEntityManager, caller: Caller) =>
  tables(em)
    .selectFrom('interface_marks_tag as t')
    .innerJoin(visibleInterfaces(em, caller).as('i'), 'i.id', 't.interface_id')
    .groupBy('t.tag')
    .select(['t.tag', sql<number>`count(*)::int`.as('interfaces')])

/** Ids of the interfaces of a device with one of these tags, for the service itself. */
export async function taggedOn(
  em: SqlEntityManager,
  deviceId: number,
  wanted: readonly string[],
): Promise<number[]> {
  if (wanted.length === 0) return []
  const rows = await tables(em)
    .selectFrom('interface_marks_tag as t')
    .innerJoin(visibleInterfaces(em, { groupIds: null }).as('i'), 'i.id', 't.interface_id')
    .select('i.id')
    .distinct()
    .where('i.device_id', '=', deviceId)
    .where('t.tag', 'in', [...wanted])
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of the interfaces of all devices with one of these tags, the smallest first. */
export async function taggedAnywhere(
  em: SqlEntityManager,
  wanted: readonly string[],
  limit: number,
): Promise<number[]> {
  if (wanted.length === 0) return []
  const rows = await tables(em)
    .selectFrom('interface_marks_tag')
    .select('interface_id')
    .distinct()
    .where('tag', 'in', [...wanted])
    .orderBy('interface_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.interface_id)
}

/** Ids of the interfaces that are a favourite of somebody, the smallest first. */
export async function favoriteAnywhere(em: SqlEntityManager, limit: number): Promise<number[]> {
  const rows = await tables(em)
    .selectFrom('interface_marks_favorite')
    .select('interface_id')
    .distinct()
    .orderBy('interface_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.interface_id)
}
