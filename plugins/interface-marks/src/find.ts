import {
  containing,
  orderOf,
  pageOf,
  type Caller,
  type Context,
  type NamedInterface,
} from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { InterfaceQuery, MarkedInterface, TagsQuery } from './schemas.ts'

export const arrayOf = (ids: readonly number[]): string => `{${ids.join(',')}}`
/** The caller's groups as a parameter; null: all. */
export const groupsOf = ({ groupIds }: Caller): string | null => groupIds && arrayOf(groupIds)
/** Limits a query to devices `d` of the caller's groups. Takes `groupsOf` twice. */
export const visible = '(?::int[] is null or d.group_id = any(?::int[]))'

/** Names that `orderOf` let through, as SQL. */
const orderBy = (sort: string, allowed: readonly string[]): string =>
  orderOf(sort, Object.fromEntries(allowed.map(name => [name, name])))
    .flatMap(order => Object.entries(order))
    .map(([name, direction]) => `${name} ${String(direction)}`)
    .join(', ')

async function withMarks(
  ctx: Context<Config>,
  { userId }: Caller,
  found: readonly NamedInterface[],
): Promise<MarkedInterface[]> {
  const marks = await ctx
    .em()
    .execute<Pick<MarkedInterface, 'id' | 'favorite' | 'favorite_users' | 'tags'>[]>(
      `
    select wanted.id, exists (select from interface_marks_favorite f where f.interface_id = wanted.id and f.user_id = ?) as favorite,
      (select count(*) from interface_marks_favorite f where f.interface_id = wanted.id)::int as favorite_users,
      coalesce((select array_agg(t.tag order by t.tag) from interface_marks_tag t where t.interface_id = wanted.id), '{}') as tags
    from unnest(?::int[]) as wanted (id)`,
      [userId, arrayOf(found.map(({ id }) => id))],
    )
  const byId = new Map(marks.map(row => [row.id, row]))
  return found.map(
    ({ id, device_id, bind_key, parent_bind_key, name, type, status, description, device }) => ({
      ...byId.get(id)!,
      device_id,
      bind_key,
      parent_bind_key,
      name,
      type,
      status,
      description,
      device,
    }),
  )
}

/** One interface with its marks. Throws INVENTORY_INTERFACE_UNKNOWN. */
export async function markedInterface(
  ctx: Context<Config>,
  caller: Caller,
  id: number,
): Promise<MarkedInterface> {
  const [marked] = await withMarks(ctx, caller, [await ctx.use('interfaces').named(id, caller)])
  return marked!
}

/** Rows of marks `m`, by the user who made them or by their tag. */
type Source = { favoritesOf: number } | { tag: string }

/** A page of the marked interfaces that the caller sees. */
export async function listMarked(
  ctx: Context<Config>,
  caller: Caller,
  source: Source,
  query: InterfaceQuery,
) {
  const page = pageOf(query, { cap: 1000 })
  const order = orderBy(query.sort ?? 'device,name', ['id', 'name', 'type', 'status', 'device', 'created_at'])
  const groups = groupsOf(caller)
  const values: unknown[] = ['favoritesOf' in source ? source.favoritesOf : source.tag, groups, groups]
  const conditions = ['favoritesOf' in source ? 'm.user_id = ?' : 'm.tag = ?', visible]
  if (query.device_id !== undefined) {
    conditions.push('d.id = ?')
    values.push(query.device_id)
  }
  if (query.query !== undefined) {
    conditions.push('(i.name ilike ? or i.description ilike ? or d.name ilike ? or host(d.ip) ilike ?)')
    values.push(...Array.from({ length: 4 }, () => containing(query.query!)))
  }
  const rows = `from ${'favoritesOf' in source ? 'interface_marks_favorite' : 'interface_marks_tag'} m
    join inventory_interface i on i.id = m.interface_id join inventory_device d on d.id = i.device_id where ${conditions.join(' and ')}`
  const [ids, [count]] = await Promise.all([
    ctx
      .em()
      .execute<{ id: number }[]>(
        `select id from (select i.id, i.name, i.type, i.status, d.name as device, m.created_at ${rows}) found order by ${order} limit ? offset ?`,
        [...values, page.limit, page.offset],
      ),
    ctx.em().execute<{ total: number }[]>(`select count(*)::int as total ${rows}`, values),
  ])
  return {
    interfaces: await withMarks(
      ctx,
      caller,
      await ctx.use('interfaces').several(
        ids.map(({ id }) => id),
        caller,
      ),
    ),
    meta: { total: count!.total, ...page },
  }
}

/** A page of the tags on interfaces that the caller sees, and on how many of them. */
export async function listTags(ctx: Context<Config>, caller: Caller, query: TagsQuery) {
  const page = pageOf(query, { cap: 10_000 })
  const order = orderBy(query.sort ?? 'tag', ['tag', 'interfaces']).replace(/, id asc$/, ', tag asc')
  const groups = groupsOf(caller)
  const like = containing(query.query ?? '')
  const rows = `from interface_marks_tag t join inventory_interface i on i.id = t.interface_id join inventory_device d on d.id = i.device_id where ${visible} and t.tag ilike ?`
  const [tags, [count]] = await Promise.all([
    ctx
      .em()
      .execute<{ tag: string; interfaces: number }[]>(
        `select t.tag, count(*)::int as interfaces ${rows} group by t.tag order by ${order} limit ? offset ?`,
        [groups, groups, like, page.limit, page.offset],
      ),
    ctx
      .em()
      .execute<{ total: number }[]>(`select count(distinct t.tag)::int as total ${rows}`, [
        groups,
        groups,
        like,
      ]),
  ])
  return { tags, meta: { total: count!.total, ...page } }
}
