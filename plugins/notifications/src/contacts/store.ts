import { pageOf, type BoundChannel, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import type { ContactFields, ContactsQuery, ContactView } from './bodies.ts'
import { channelNamed } from '../channel-named.ts'
import { assertZone } from '../quiet.ts'
import { shownPart, valueColumns, wholeValue } from '../contact-value.ts'

/** Contacts of one user. */
const mostContacts = 50
const uniqueViolation = '23505'

const rowsOf = (em: SqlEntityManager) => tables(em).selectFrom('notifications_contact').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

function shownIn(channels: readonly BoundChannel[], { type, value }: Pick<Row, 'type' | 'value'>): string {
  const channel = channels.find(one => one.type === type)
  return channel ? shownPart(channel, value) : value
}

async function viewsOf(ctx: Context, rows: readonly Row[]): Promise<ContactView[]> {
  const callers = await ctx.use('people').callers(rows.map(row => row.user_id))
  const channels = ctx.use('installation').channels()
  return rows.map(({ user_id: id, address, secret, sealed_value: _sealed, ...row }) => ({
    ...row,
    value: shownIn(channels, row),
    user: { id, login: callers.get(id)?.login ?? null },
    ready: row.type !== 'telegram' || address !== null,
    has_secret: secret !== null,
  }))
}

/** Whose contacts are known to a caller: the own ones, or those of all users whom the caller may manage. */
export interface Whose {
  caller: Caller
  own: boolean
}

async function knownOf(ctx: Context, { caller, own }: Whose, users: readonly number[]): Promise<number[]> {
  if (own) return [caller.userId]
  return [...(await ctx.use('people').manageable(caller, users))]
}

const usersWithContacts = async (ctx: Context): Promise<number[]> => {
  const rows = await tables(ctx.em())
    .selectFrom('notifications_contact')
    .select('user_id')
    .distinct()
    .execute()
  return rows.map(row => row.user_id)
}

/** Contacts of all users whom the caller may manage, or of one. */
export async function listContacts(ctx: Context, whose: Whose, query: ContactsQuery) {
  const page = pageOf(query, { cap: 1000 })
  const users = await knownOf(ctx, whose, whose.own ? [] : await usersWithContacts(ctx))
  const matching = rowsOf(ctx.em())
    .where(row => sql<boolean>`${row.ref('user_id')} = any (${users}::int[])`)
    .$if(query.user_id !== undefined, found => found.where('user_id', '=', query.user_id!))
    .$if(query.type !== undefined, found => found.where('type', '=', query.type!))
  const { total } = await matching
    .clearSelect()
    .select(row => row.cast<number>(row.fn.countAll(), 'integer').as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching.orderBy('id').limit(page.limit).offset(page.offset).execute()
  return { contacts: await viewsOf(ctx, rows), meta: { total, ...page } }
}

/** @throws NOTIFICATIONS_CONTACT_UNKNOWN also if it is a contact of somebody else */
export async function contactRow(ctx: Context, id: number, whose: Whose): Promise<Row> {
  const row = await rowsOf(ctx.em()).where('id', '=', id).executeTakeFirst()
  if (!row || !(await knownOf(ctx, whose, [row.user_id])).includes(row.user_id))
    throw fail('NOTIFICATIONS_CONTACT_UNKNOWN', { id })
  return row
}

export async function contactView(ctx: Context, id: number, whose: Whose): Promise<ContactView> {
  const [view] = await viewsOf(ctx, [await contactRow(ctx, id, whose)])
  return view!
}

/** The columns of what a person wrote. */
function columnsOf({ vault }: Context, fields: ContactFields) {
  const { created_at: _c, updated_at: _u, value: _v, quiet, secret, ...plain } = fields
  if (quiet) assertZone(quiet.time_zone)
  return {
    ...plain,
    ...(quiet === undefined ? {} : { quiet: quiet && JSON.stringify(quiet) }),
    ...(secret === undefined ? {} : { secret: secret && vault.seal(secret) }),
  }
}

/** @throws NOTIFICATIONS_CONTACT_EXISTS in place of a violated unique key */
const unique = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && error.code === uniqueViolation)
    throw fail('NOTIFICATIONS_CONTACT_EXISTS')
  throw error
}

/** Two changes at once of one user's contacts: the second one waits, and sees the first. */
const takeTurn = (em: SqlEntityManager, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('notifications_contact', ${userId}::bigint))`.execute(
    tables(em),
  )

async function assertRoom(em: SqlEntityManager, userId: number): Promise<void> {
  const { total } = await tables(em)
    .selectFrom('notifications_contact')
    .select(row => row.cast<number>(row.fn.countAll(), 'integer').as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (total >= mostContacts) throw fail('NOTIFICATIONS_CONTACTS_FULL', { most: mostContacts })
}

/** Whose values are sealed are compared here. @throws NOTIFICATIONS_CONTACT_EXISTS */
async function assertNew(
  ctx: Context,
  em: SqlEntityManager,
  { id, user_id: userId, type }: Pick<Row, 'user_id' | 'type'> & { id: number | null },
  value: string,
): Promise<void> {
  const others = await rowsOf(em)
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('sealed_value', 'is not', null)
    .execute()
  if (others.some(other => other.id !== id && wholeValue(ctx, other) === value))
    throw fail('NOTIFICATIONS_CONTACT_EXISTS')
}

/**
 * Adds a contact of an active user. Returns its id.
 * @throws NOTIFICATIONS_USER_BEYOND
 */
export async function addContact(
  ctx: Context,
  whose: Whose,
  userId: number,
  { type, ...fields }: ContactFields & { type: string; value: string },
): Promise<number> {
  const channel = channelNamed(ctx, type)
  const value = channel.check(fields.value)
  const columns = columnsOf(ctx, fields)
  if (!(await ctx.use('people').callers([userId])).has(userId))
    throw fail('NOTIFICATIONS_USER_UNKNOWN', { id: userId }, [
      { path: 'user_id', message: 'is no active user' },
    ])
  if (!(await knownOf(ctx, whose, [userId])).includes(userId))
    throw fail('NOTIFICATIONS_USER_BEYOND', { id: userId })
  const row = {
    severities: ['warning', 'critical'],
    ...columns,
    ...valueColumns(ctx, channel, value),
    user_id: userId,
    type,
  }
  return ctx
    .em()
    .transactional(async forked => {
      const em = forked as SqlEntityManager
      await takeTurn(em, userId)
      await assertRoom(em, userId)
      await assertNew(ctx, em, { id: null, user_id: userId, type }, value)
      const { id } = await tables(em)
        .insertInto('notifications_contact')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
    .catch(unique)
}

/**
 * A new value has to be proven again: what the channel learnt about the old one is forgotten. What is shown
 * of the old value, written back, is no new one.
 */
export async function changeContact(ctx: Context, row: Row, fields: ContactFields): Promise<void> {
  const channel = fields.value === undefined ? null : channelNamed(ctx, row.type)
  const [before, written] = [wholeValue(ctx, row), fields.value?.trim()]
  const value = !channel || written === channel.shown(before) ? before : channel.check(fields.value!)
  const moved =
    !channel || value === before ? {} : { ...valueColumns(ctx, channel, value), address: null, problem: null }
  await ctx
    .em()
    .transactional(async forked => {
      const em = forked as SqlEntityManager
      await takeTurn(em, row.user_id)
      if (value !== before) await assertNew(ctx, em, row, value)
      await tables(em)
        .updateTable('notifications_contact')
        .set({ ...columnsOf(ctx, fields), ...moved, updated_at: ctx.clock() })
        .where('id', '=', row.id)
        .execute()
    })
    .catch(unique)
}

export const removeContact = (em: SqlEntityManager, id: number) =>
  tables(em).deleteFrom('notifications_contact').where('id', '=', id).execute()
