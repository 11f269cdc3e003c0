import { type Caller, type Context } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { MarksBody } from './bodies.ts'
import type { Config } from './config.ts'
import { fail } from './errors.ts'
import { tables } from './tables.ts'
import { tagsOf } from './tag.ts'

/**
 * Advisory locks of PostgreSQL. Changes of the same thing wait for each other, so that no limit is passed.
 */
const locks = { favoritesOfUser: 7301, tagsOfInterface: 7302, differentTags: 7303 } as const
const lock = (em: SqlEntityManager, what: keyof typeof locks, id: number) =>
  sql`select pg_advisory_xact_lock(${locks[what]}::int, ${id}::int)`.execute(tables(em))

/** @throws INTERFACE_MARKS_FAVORITES_FULL */
async function addFavorite(em: SqlEntityManager, userId: number, id: number, max: number): Promise<void> {
  await lock(em, 'favoritesOfUser', userId)
  await tables(em)
    .insertInto('interface_marks_favorite')
    .values({ user_id: userId, interface_id: id })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { favorites } = await tables(em)
    .selectFrom('interface_marks_favorite')
    .where('user_id', '=', userId)
    .select(sql<number>`count(*)::int`.as('favorites'))
    .executeTakeFirstOrThrow()
  if (favorites > max) throw fail('INTERFACE_MARKS_FAVORITES_FULL', { most: max })
}

const removeFavorite = (em: SqlEntityManager, userId: number, id: number) =>
  tables(em)
    .deleteFrom('interface_marks_favorite')
    .where('user_id', '=', userId)
    .where('interface_id', '=', id)
    .execute()

/** @throws INTERFACE_MARKS_DIFFERENT_FULL */
async function assertDifferent(em: SqlEntityManager, max: number): Promise<void> {
  const { tags } = await tables(em)
    .selectFrom('interface_marks_tag')
    .select(sql<number>`count(distinct tag)::int`.as('tags'))
    .executeTakeFirstOrThrow()
  if (tags > max)
    throw fail('INTERFACE_MARKS_DIFFERENT_FULL', { most: max }, [
      { path: 'tags', message: 'names a new tag' },
    ])
}

/** Replaces the tags of an interface. @throws INTERFACE_MARKS_DIFFERENT_FULL */
async function setTags(
  em: SqlEntityManager,
  id: number,
  tags: string[],
  maxDifferent: number,
): Promise<void> {
  const db = tables(em)
  await lock(em, 'tagsOfInterface', id)
  await db
    .deleteFrom('interface_marks_tag')
    .where('interface_id', '=', id)
    .where(sql<boolean>`tag <> all (${tags}::text[])`)
    .execute()
  if (tags.length === 0) return
  const known = await db
    .selectFrom('interface_marks_tag')
    .select('tag')
    .distinct()
    .where('tag', 'in', tags)
    .execute()
  const hasNewTag = known.length < tags.length
  if (hasNewTag) await lock(em, 'differentTags', 0)
  await db
    .insertInto('interface_marks_tag')
    .values(tags.map(tag => ({ interface_id: id, tag })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  if (hasNewTag) await assertDifferent(em, maxDifferent)
}

/**
 * Changes the marks of an interface, all or nothing: the caller's own favourite, and the tags that everybody
 * sees.
 * @throws INVENTORY_INTERFACE_UNKNOWN (404), INTERFACE_MARKS_TAG_INVALID, or the code of the limit that is
 *   reached
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
      if (favorite === true) await addFavorite(em, caller.userId, id, favorites_per_user)
      if (favorite === false) await removeFavorite(em, caller.userId, id)
      if (wanted) await setTags(em, id, wanted, different_tags)
    }),
  )
}
