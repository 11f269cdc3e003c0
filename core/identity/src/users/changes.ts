import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assertGroupsWithin } from '../callers/rules.ts'
import { Role, User, UserGroup, ownerRoleId, systemRoleId } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { settingsWithStrict } from '../networks/strict-access.ts'
import { tables } from '../tables.ts'
import type { ProfileBody, UserBody } from './bodies.ts'
import { assertStrongPassword, hashPassword } from './passwords.ts'

/** Who makes a change, and from which address. */
export interface Author {
  caller: Caller
  ip: string
}

/** The role that a body names; null if it names none. */
export async function roleOf(
  em: SqlEntityManager,
  body: Partial<Omit<UserBody, 'password'>>,
): Promise<Role | null> {
  const { role_id: id = body.role?.id } = body
  if (body.role && body.role.id !== id)
    throw fail('IDENTITY_ROLE_AMBIGUOUS', {}, [{ path: 'role_id', message: 'differs from role.id' }])
  if (id === undefined) return null
  const role = id === systemRoleId ? null : await em.findOne(Role, { id })
  if (!role) throw fail('IDENTITY_ROLE_INVALID', { id }, [{ path: 'role_id', message: 'no such role' }])
  return role
}

/**
 * Ids of the device groups that a body names; null if it names none. A group that the caller does not see is
 * refused before it is looked for: the refusal must not tell whether it exists.
 * @throws ApiError IDENTITY_GROUPS_BEYOND, IDENTITY_GROUP_UNKNOWN
 */
export async function groupIdsOf(
  identity: Identity,
  caller: Caller,
  body: Partial<Omit<UserBody, 'password'>>,
): Promise<number[] | null> {
  if (!body.device_groups) return null
  const ids = [...new Set(body.device_groups.map(group => (typeof group === 'number' ? group : group.id)))]
  if (ids.length) assertGroupsWithin(caller, ids)
  const existing = ids.length ? await identity.ctx.use('devices').groups(ids) : []
  const existingIds = new Set(existing.map(group => group.id))
  const unknown = ids.find(id => !existingIds.has(id))
  if (unknown !== undefined)
    throw fail('IDENTITY_GROUP_UNKNOWN', { id: unknown }, [
      { path: 'device_groups', message: `no group ${unknown}` },
    ])
  return ids
}

export async function setPassword(identity: Identity, user: User, password: string): Promise<void> {
  assertStrongPassword(identity.ctx.config, password)
  user.passwordHash = await hashPassword(password)
}

export async function setGroups(
  em: SqlEntityManager,
  userId: number,
  groupIds: readonly number[],
): Promise<void> {
  await em.nativeDelete(UserGroup, { userId })
  if (groupIds.length)
    await em.insertMany(
      UserGroup,
      groupIds.map(groupId => ({ userId, groupId })),
    )
}

/**
 * One enabled owner must remain. The owners are locked: otherwise two of them could remove each other at the
 * same time.
 */
export async function assertOwnerLeft(em: SqlEntityManager, withoutId: number): Promise<void> {
  const owners = await tables(em)
    .selectFrom('identity_user')
    .select('id')
    .where('role_id', '=', ownerRoleId)
    .where('status', '=', 'ENABLED')
    .forUpdate()
    .execute()
  if (!owners.some(({ id }) => id !== withoutId)) throw fail('IDENTITY_LAST_OWNER')
}

const profileFields = ['name', 'email', 'language'] as const

export function assignProfile({ caller, ip }: Author, user: User, body: Partial<ProfileBody>): void {
  for (const field of profileFields)
    if (body[field] !== undefined) Object.assign(user, { [field]: body[field] })
  if (body.settings !== undefined) user.settings = settingsWithStrict({ caller, ip, user }, body.settings)
}

/** Runs `work` in one transaction. @throws ApiError IDENTITY_LOGIN_TAKEN */
export async function inUserTransaction<T>(
  identity: Identity,
  login: string | undefined,
  work: (em: SqlEntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await identity.ctx.em().transactional(work)
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw fail('IDENTITY_LOGIN_TAKEN', { login })
    throw error
  }
}
