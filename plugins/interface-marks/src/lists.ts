import {
  containing,
  pageOf,
  sortTerms,
  withDevice,
  withDevices,
  type Caller,
  type Context,
} from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleInterfaces } from '@linecard/inventory/read'
import type { InterfaceQuery, TagsQuery } from './bodies.ts'
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

/** What a list is made of: the favourites of one person, or the interfaces with one tag. */
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

const sortable = {
  id: 'i.id',
  name: 'i.name',
  type: 'i.type',
  status: 'i.status',
  device: 'i.device_name',
  created_at: 'm.created_at',
} as const

/** A page of the marked interfaces that the caller sees. */
export async function listMarked(ctx: Context, caller: Caller, source: Source, query: InterfaceQuery) {
  const page = pageOf(query, { cap: 1000 })
  const em = ctx.em()
  let marked = markedInterfaces(em, caller).innerJoin(marksOf(em, source), 'm.interface_id', 'i.id')
  if (query.device_id !== undefined) marked = marked.where('i.device_id', '=', query.device_id)
  if (query.query !== undefined) {
    const pattern = containing(query.query)
    marked = marked.where(({ or, eb }) =>
      or([
        eb('i.name', 'ilike', pattern),
        eb('i.description', 'ilike', pattern),
        eb('i.device_name', 'ilike', pattern),
        eb(sql`host(i.device_ip)`, 'ilike', pattern),
      ]),
    )
  }
  const sorted = sortTerms(query.sort ?? 'device,name', sortable).reduce(
    (rows, [column, direction]) => rows.orderBy(column, direction),
    marked,
  )
  const [interfaces, { total }] = await Promise.all([
    sorted.limit(page.limit).offset(page.offset).execute(),
    marked
      .clearSelect()
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { interfaces: await withDevices(ctx, caller, interfaces), meta: { total, ...page } }
}

/** A page of the tags on interfaces that the caller sees, with the number of these interfaces. */
export async function listTags(ctx: Context, caller: Caller, query: TagsQuery) {
  const page = pageOf(query, { cap: 10_000 })
  const em = ctx.em()
  const visible = tables(em)
    .selectFrom('interface_marks_tag as t')
    .innerJoin(visibleInterfaces(em, caller).as('i'), 'i.id', 't.interface_id')
    .where('t.tag', 'ilike', containing(query.query ?? ''))
  const counted = visible.groupBy('t.tag').select(['t.tag', sql<number>`count(*)::int`.as('interfaces')])
  const terms = sortTerms(query.sort ?? 'tag', { tag: 'tag', interfaces: 'interfaces' })
  const sorted = terms.reduce(
    (rows, [column, direction]) => rows.orderBy(column === 'id' ? 'tag' : column, direction),
    counted,
  )
  const [tags, { total }] = await Promise.all([
    sorted.limit(page.limit).offset(page.offset).execute(),
    visible.select(sql<number>`count(distinct t.tag)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { tags, meta: { total, ...page } }
}

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
