import type { BoundChannel, Caller, Context } from '@linecard/plugin-kit'
import type { Changing, RowOf } from '@linecard/plugin-kit/resource'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { channelNamed } from '../channel-named.ts'
import { shownPart, valueColumns, wholeValue } from '../contact-value.ts'
import { fail } from '../errors.ts'
import { assertZone } from '../quiet.ts'
import { tables } from '../tables.ts'
import type { ContactFields, ContactView } from './bodies.ts'
import type { Contact } from './entity.ts'

/** Contacts of one user. */
const mostContacts = 50

export type Row = RowOf<typeof Contact>

function shownIn(channels: readonly BoundChannel[], { type, value }: Pick<Row, 'type' | 'value'>): string {
  const channel = channels.find(one => one.type === type)
  return channel ? shownPart(channel, value) : value
}

export async function viewsOf(ctx: Context, rows: readonly Row[]): Promise<ContactView[]> {
  const callers = await ctx.use('people').callers(rows.map(row => row.user_id))
  const channels = ctx.use('installation').channels()
  return rows.map(({ user_id: id, ...row }) => ({
    ...row,
    value: shownIn(channels, row),
    user: { id, login: callers.get(id)?.login ?? null },
  }))
}

const usersWithContacts = async (ctx: Context): Promise<number[]> => {
  const rows = await tables(ctx.em())
    .selectFrom('notifications_contact')
    .select('user_id')
    .distinct()
    .execute()
  return rows.map(row => row.user_id)
}

/** Contacts of users whom the caller may manage. */
export async function ofManaged(ctx: Context, caller: Caller) {
  const users = await ctx.use('people').manageable(caller, await usersWithContacts(ctx))
  return sql<boolean>`r.user_id = any (${[...users]}::int[])`
}

/** @throws NOTIFICATIONS_USER_UNKNOWN, NOTIFICATIONS_USER_BEYOND */
export async function assertManaged(ctx: Context, id: number, caller: Caller): Promise<void> {
  const people = ctx.use('people')
  if (!(await people.callers([id])).has(id))
    throw fail('NOTIFICATIONS_USER_UNKNOWN', { id }, [{ path: 'user_id', message: 'is no active user' }])
  if (!(await people.manageable(caller, [id])).has(id)) throw fail('NOTIFICATIONS_USER_BEYOND', { id })
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
  const others = await tables(em)
    .selectFrom('notifications_contact')
    .select(['id', 'value', 'sealed_value'])
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('sealed_value', 'is not', null)
    .execute()
  if (others.some(other => other.id !== id && wholeValue(ctx, other) === value))
    throw fail('NOTIFICATIONS_CONTACT_EXISTS')
}

/** What is written to a contact, with whose it is. */
export type Written = ContactFields & { user_id: number; type: string }

async function valueOfNew(ctx: Context, em: SqlEntityManager, { user_id, type, value }: Written) {
  const channel = channelNamed(ctx, type)
  const checked = channel.check(value!)
  await takeTurn(em, user_id)
  await assertRoom(em, user_id)
  await assertNew(ctx, em, { id: null, user_id, type }, checked)
  return valueColumns(ctx, channel, checked)
}

/**
 * A new value has to be proven again: what the channel learnt about the old one is forgotten. What is shown
 * of the old value, written back, is no new one.
 */
async function valueOfChanged(ctx: Context, em: SqlEntityManager, row: Row, given: string | undefined) {
  if (given === undefined) return {}
  const channel = channelNamed(ctx, row.type)
  await takeTurn(em, row.user_id)
  const stored = await tables(em)
    .selectFrom('notifications_contact')
    .select(['value', 'sealed_value'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  const before = wholeValue(ctx, stored)
  const value = given.trim() === channel.shown(before) ? before : channel.check(given)
  if (value === before) return { value: undefined }
  await assertNew(ctx, em, row, value)
  return { ...valueColumns(ctx, channel, value), address: null, problem: null }
}

/** The columns of what a person wrote, as far as they are not as they came. */
export async function columnsOf(ctx: Context, written: Written, { em, before }: Changing<Row>) {
  const { quiet, secret, value } = written
  if (quiet) assertZone(quiet.time_zone)
  return {
    ...(before ? await valueOfChanged(ctx, em, before, value) : await valueOfNew(ctx, em, written)),
    secret: secret == null ? secret : ctx.vault.seal(secret),
  }
}
