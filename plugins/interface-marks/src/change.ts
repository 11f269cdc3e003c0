import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { retryable, type Caller, type Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { fail } from './errors.ts'
import type { MarksBody } from './schemas.ts'
import { tagsOf } from './tag.ts'

/**
 * Changes of one person's favourites, of one interface's tags and of what tags there are take turns, so that
 * no bound is passed by two at once.
 */
const turns = { favorites: 7301, tags: 7302, different: 7303 } as const
const takeTurn = (em: SqlEntityManager, of: keyof typeof turns, id: number) =>
  em.execute('select pg_advisory_xact_lock(?::int, ?::int)', [turns[of], id])

/** Throws INTERFACE_MARKS_FAVORITES_FULL. */
async function setFavorite(
  em: SqlEntityManager,
  { userId }: Caller,
  id: number,
  favorite: boolean,
  most: number,
): Promise<void> {
  if (!favorite) {
    await em.execute('delete from interface_marks_favorite where user_id = ? and interface_id = ?', [
      userId,
      id,
    ])
    return
  }
  await takeTurn(em, 'favorites', userId)
  const added = await em.execute<unknown[]>(
    `
    insert into interface_marks_favorite (user_id, interface_id) select ?, ? where (select count(*) from interface_marks_favorite where user_id = ? and interface_id <> ?) < ?
    on conflict (user_id, interface_id) do update set created_at = interface_marks_favorite.created_at returning 1`,
    [userId, id, userId, id, most],
  )
  if (added.length === 0) throw fail('INTERFACE_MARKS_FAVORITES_FULL', { most })
}

/** Throws INTERFACE_MARKS_DIFFERENT_FULL. */
async function setTags(
  em: SqlEntityManager,
  id: number,
  tags: readonly string[],
  most: number,
): Promise<void> {
  await takeTurn(em, 'tags', id)
  const list = JSON.stringify(tags)
  const wanted = 'select value from jsonb_array_elements_text(?::jsonb)'
  await em.execute(`delete from interface_marks_tag where interface_id = ? and tag not in (${wanted})`, [
    id,
    list,
  ])
  const fresh = await em.execute<unknown[]>(
    `${wanted} where not exists (select from interface_marks_tag t where t.tag = value)`,
    [list],
  )
  if (fresh.length > 0) {
    await takeTurn(em, 'different', 0)
    const [count] = await em.execute<{ tags: number }[]>(
      `select count(distinct tag)::int as tags from (select tag from interface_marks_tag union all (${wanted})) known (tag)`,
      [list],
    )
    if (count!.tags > most)
      throw fail('INTERFACE_MARKS_DIFFERENT_FULL', { most }, [{ path: 'tags', message: 'names a new tag' }])
  }
  await em.execute(
    `insert into interface_marks_tag (interface_id, tag) select ?, value from (${wanted}) tags on conflict do nothing`,
    [id, list],
  )
}

/**
 * Changes the marks of an interface, all or nothing: the caller's own favourite, and the tags that everybody
 * sees.
 * Throws INVENTORY_INTERFACE_UNKNOWN and what the tags or the bounds say.
 */
export async function changeMarks(
  ctx: Context<Config>,
  caller: Caller,
  id: number,
  { favorite, tags }: MarksBody,
): Promise<void> {
  const { favorites_per_user, tags_per_interface, different_tags } = ctx.config
  await ctx.use('interfaces').named(id, caller)
  const wanted = tags && tagsOf(tags, tags_per_interface)
  await retryable(() =>
    ctx.em().transactional(async em => {
      if (favorite !== undefined)
        await setFavorite(em as SqlEntityManager, caller, id, favorite, favorites_per_user)
      if (wanted) await setTags(em as SqlEntityManager, id, wanted, different_tags)
    }),
  )
}
