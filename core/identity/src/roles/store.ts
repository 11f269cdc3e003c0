import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { pageOf, sortTerms, type Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { allPermissions } from '../callers/permissions.ts'
import { assertGroupsWithin, assertHolds } from '../callers/rules.ts'
import { Role, User, systemRoleId } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { tables } from '../tables.ts'
import type { RoleBody, RoleQuery } from './bodies.ts'

/** A page of the roles that people can see. */
export async function listRoles(em: SqlEntityManager, query: RoleQuery) {
  const page = pageOf(query, { cap: 10_000, standard: 10_000 })
  const visible = tables(em).selectFrom('identity_role').where('id', '<>', systemRoleId)
  const { total } = await visible
    .select(role => role.cast<number>(role.fn.countAll(), 'integer').as('total'))
    .executeTakeFirstOrThrow()
  const found = await sortTerms(query.sort, { id: 'id', name: 'name' } as const)
    .reduce((roles, [column, direction]) => roles.orderBy(column, direction), visible.select('id'))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const ids = found.map(({ id }) => id)
  const roles = new Map((await em.find(Role, { id: { $in: ids } })).map(role => [role.id, role]))
  return { roles: ids.map(id => roles.get(id)).filter(role => role !== undefined), meta: { total, ...page } }
}

/** A role that people can see. The System role is hidden. @throws ApiError IDENTITY_ROLE_UNKNOWN */
export async function roleById(em: SqlEntityManager, id: number): Promise<Role> {
  const role = id === systemRoleId ? null : await em.findOne(Role, { id })
  if (!role) throw fail('IDENTITY_ROLE_UNKNOWN', { id })
  return role
}

/** A caller who sees only some device groups cannot change a role of a user who sees other groups. */
async function assertEditable(em: SqlEntityManager, caller: Caller, role: Role): Promise<void> {
  if (role.id < 0) throw fail('IDENTITY_ROLE_BUILT_IN', { name: role.name })
  assertHolds(caller, role.permissions)
  if (caller.groupIds === null) return
  for (const user of await em.find(User, { role: role.id })) assertGroupsWithin(caller, user.groupIds ?? null)
}

/**
 * New permissions of a role must exist, and the caller must have them. A role keeps permissions of components
 * that are switched off.
 */
function assertGrantable(
  identity: Identity,
  caller: Caller,
  wanted: readonly string[],
  held: readonly string[] = [],
): void {
  const added = wanted.filter(key => !held.includes(key))
  const existing = new Set(allPermissions(identity.ctx))
  const unknown = added.filter(key => !existing.has(key))
  if (unknown.length)
    throw fail(
      'IDENTITY_PERMISSION_UNKNOWN',
      { keys: unknown.slice(0, 5).join(', ') },
      unknown.map(key => ({ path: 'permissions', message: `unknown: ${key}` })),
    )
  assertHolds(caller, added)
}

async function inTransaction<T>(
  identity: Identity,
  name: string | undefined,
  work: (em: SqlEntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await identity.ctx.em().transactional(work)
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw fail('IDENTITY_ROLE_NAME_TAKEN', { name })
    throw error
  }
}

const fields = ['name', 'description', 'display', 'permissions', 'params'] as const
function assign(role: Role, body: Partial<RoleBody>): void {
  for (const field of fields) if (body[field] != null) Object.assign(role, { [field]: body[field] })
}

/** The default permissions, without those that the caller does not have. */
const defaultPermissions = (identity: Identity, caller: Caller): string[] =>
  identity.ctx
    .use('installation')
    .permissions()
    .filter(permission => permission.default && caller.permissions.has(permission.key))
    .map(permission => permission.key)

export async function createRole(identity: Identity, caller: Caller, body: RoleBody): Promise<Role> {
  const permissions = [...new Set(body.permissions ?? defaultPermissions(identity, caller))]
  assertGrantable(identity, caller, permissions)
  const id = await inTransaction(identity, body.name, async em => {
    const role = em.create(Role, { name: body.name })
    assign(role, { ...body, permissions })
    await em.flush()
    return role.id
  })
  return roleById(identity.ctx.em(), id)
}

export async function updateRole(
  identity: Identity,
  caller: Caller,
  id: number,
  body: Partial<RoleBody>,
): Promise<Role> {
  await inTransaction(identity, body.name, async em => {
    const role = await roleById(em, id)
    await assertEditable(em, caller, role)
    const permissions = body.permissions && [...new Set(body.permissions)]
    if (permissions) assertGrantable(identity, caller, permissions, role.permissions)
    assign(role, { ...body, permissions })
    await em.flush()
  })
  await identity.changed()
  return roleById(identity.ctx.em(), id)
}

export async function deleteRole(identity: Identity, caller: Caller, id: number): Promise<void> {
  await inTransaction(identity, undefined, async em => {
    const role = await roleById(em, id)
    await assertEditable(em, caller, role)
    if (await em.count(User, { role: id })) throw fail('IDENTITY_ROLE_IN_USE', { name: role.name })
    await em.nativeDelete(Role, { id })
  })
  await identity.changed()
}
