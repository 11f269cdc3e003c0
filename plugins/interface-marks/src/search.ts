import {
  rankOf,
  type SearchHit,
  type SearchOptions,
  type SearchQuery,
  type SearchSource,
} from '@linecard/plugin-kit'
import { groupsOf } from './find.ts'
import type { Marks } from './service.ts'

/** Tags that may answer one search; the best ones are kept. */
const TAGS = 20

interface Row {
  id: number
  tag: string
  favorite: boolean
}

/** A favourite stands before what answers as well as it does, and never before a better answer. */
const rank = (tag: string, text: string, favorite: boolean): number =>
  0.9 * rankOf(tag, text) + (favorite ? 0.1 : 0)

// One look-up by key for each interface, never a join: which the planner may turn round, to read every
// interface there is.
const seen = (id: string) =>
  `(?::int[] is null or (select d.group_id from inventory_interface i join inventory_device d on d.id = i.device_id where i.id = ${id}) = any (?::int[]))`

// Steps through the index from one tag to the next, so that a tag on every interface costs no more than one
// on a single one.
const sql = `
  with recursive known as (
    (select tag from interface_marks_tag order by tag limit 1)
    union all
    select (select t.tag from interface_marks_tag t where t.tag > known.tag order by t.tag limit 1) from known where known.tag is not null
  ), matching as (
    select tag from known where tag ilike ? order by lower(tag) <> lower(?), tag not ilike ?, length(tag), tag limit ${TAGS}
  ), found as (
    select matching.tag, mine.interface_id, true as favorite from matching cross join lateral (
      select f.interface_id from interface_marks_favorite f join interface_marks_tag t on t.interface_id = f.interface_id and t.tag = matching.tag
        where f.user_id = ? and ${seen('f.interface_id')} limit ?
    ) mine
    union all
    select matching.tag, any_of.interface_id, false from matching cross join lateral (
      select t.interface_id from interface_marks_tag t where t.tag = matching.tag and ${seen('t.interface_id')} limit ?
    ) any_of
  )
  select interface_id as id, tag, bool_or(favorite) as favorite from found group by interface_id, tag`

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** What the database is asked: tags that answer, each with some of its interfaces. */
export function questionOf(
  { text, anywhere }: Pick<SearchQuery, 'text' | 'anywhere'>,
  { caller, limit }: Pick<SearchOptions, 'caller' | 'limit'>,
): { sql: string; values: unknown[] } {
  const [groups, begins] = [groupsOf(caller), `${literal(text)}%`]
  return {
    sql,
    values: [
      anywhere ? `%${begins}` : begins,
      text,
      begins,
      caller.userId,
      groups,
      groups,
      limit,
      groups,
      groups,
      limit,
    ],
  }
}

/** Interfaces by their tags. */
export const markSource: SearchSource<Marks> = {
  label: 'Marked interfaces',
  permission: 'device_show',
  async find({ ctx }, query, options) {
    const { text } = query
    const { sql: question, values } = questionOf(query, options)
    const rows = await ctx.em().execute<Row[]>(question, values)
    const best = new Map<number, Row>()
    for (const row of rows.toSorted(
      (a, b) => rank(b.tag, text, b.favorite) - rank(a.tag, text, a.favorite) || a.id - b.id,
    ))
      if (!best.has(row.id)) best.set(row.id, row)
    const ids = [...best.keys()].slice(0, options.limit)
    const found = await ctx.use('interfaces').several(ids, options.caller)
    return found.map(({ id, name, type, status, description, device }): SearchHit => {
      const { tag, favorite } = best.get(id)!
      return {
        id,
        title: name,
        text: description,
        matched: { field: 'tags', value: tag },
        rank: rank(tag, text, favorite),
        status,
        device,
        interface: { id, name, type },
        coordinates: null,
      }
    })
  },
}
