import {
  rankOf,
  type Caller,
  type SearchHit,
  type SearchOptions,
  type SearchQuery,
  type SearchSource,
} from '@linecard/plugin-kit'
import { sql, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleInterfaces } from '@linecard/inventory/read'
import type { Marks } from './setup.ts'
import { tables } from './tables.ts'

/** Tags that may match one search; the best ones are kept. */
const maxTags = 20

interface Row {
  id: number
  tag: string
  favorite: boolean
}

/** A favourite comes before hits that match as well, but never before a better match. */
const rank = (tag: string, text: string, favorite: boolean): number =>
  0.9 * rankOf(tag, text) + (favorite ? 0.1 : 0)

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * All different tags. Steps through the index from one tag to the next (PostgreSQL wiki, "Loose indexscan"),
 * so that a tag on every interface costs as much as a tag on one.
 */
const knownTags = sql`
  (select tag from interface_marks_tag order by tag limit 1)
  union all
  select (select t.tag from interface_marks_tag t where t.tag > known.tag order by t.tag limit 1)
  from known where known.tag is not null`

/**
 * Whether the caller sees the interface. `offset 0` makes it one look-up by key for each row. Without it
 * PostgreSQL joins and reads every interface.
 */
const isVisible = (em: SqlEntityManager, caller: Caller, id: string) =>
  caller.groupIds === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (${tables(em)
        .selectFrom(visibleInterfaces(em, caller).as('i'))
        .select('i.id')
        .where('i.id', '=', sql.ref<number>(id))
        .offset(0)})`

/** The tags that match, each with some of its interfaces. */
export function matchingMarks(
  em: SqlEntityManager,
  { text, anywhere }: Pick<SearchQuery, 'text' | 'anywhere'>,
  { caller, limit }: Pick<SearchOptions, 'caller' | 'limit'>,
) {
  const beginning = `${literal(text)}%`
  const pattern = anywhere ? `%${beginning}` : beginning
  return sql<Row>`
    with recursive known as (${knownTags}),
    matching as (
      select tag from known where tag ilike ${pattern}
      order by lower(tag) <> lower(${text}), tag not ilike ${beginning}, length(tag), tag limit ${maxTags}
    ), found as (
      select matching.tag, own.interface_id, true as favorite from matching cross join lateral (
        select f.interface_id from interface_marks_favorite f
        join interface_marks_tag t on t.interface_id = f.interface_id and t.tag = matching.tag
        where f.user_id = ${caller.userId} and ${isVisible(em, caller, 'f.interface_id')} limit ${limit}
      ) own
      union all
      select matching.tag, tagged.interface_id, false from matching cross join lateral (
        select t.interface_id from interface_marks_tag t
        where t.tag = matching.tag and ${isVisible(em, caller, 't.interface_id')} limit ${limit}
      ) tagged
    )
    select interface_id as id, tag, bool_or(favorite) as favorite from found group by interface_id, tag`
}

/** Interfaces by their tags. */
export const markSource: SearchSource<Marks> = {
  label: 'Marked interfaces',
  permission: 'device_show',
  async find({ ctx }, query, options) {
    const { text } = query
    const em = ctx.em()
    const { rows } = await matchingMarks(em, query, options).execute(tables(em))
    const ranked = rows
      .map(row => ({ ...row, rank: rank(row.tag, text, row.favorite) }))
      .toSorted((a, b) => b.rank - a.rank || a.id - b.id)
    const best = new Map(ranked.toReversed().map(row => [row.id, row]))
    const ids = [...new Set(ranked.map(({ id }) => id))].slice(0, options.limit)
    const found = await ctx.use('interfaces').several(ids, options.caller)
    return found.map(({ id, name, type, status, description, device }): SearchHit => {
      const { tag, rank: ranking } = best.get(id)!
      return {
        id,
        title: name,
        text: description,
        matched: { field: 'tags', value: tag },
        rank: ranking,
        status,
        device,
        interface: { id, name, type },
        coordinates: null,
      }
    })
  },
}
