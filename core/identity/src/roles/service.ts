import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller } from '@linecard/plugin-kit'
import { Role, SYSTEM_ROLE, User } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { assertGroupsWithin, assertHolds } from '../users/rules.ts'
import type { RoleBody } from './routes.ts'

/** A role that people may see. Throws RESOURCE_NOT_FOUND; the hidden System role is as unknown as none. */
export async function roleById(em: SqlEntityManager, id: number): Promise<Role> {
  const role = id === SYSTEM_ROLE ? null : await em.findOne(Role, { id })
  if (!role) throw fail('IDENTITY_ROLE_UNKNOWN', { id })
  return role
}

/** Who is limited to device groups changes nothing for people beyond them. */
async function assertEditable(em: SqlEntityManager, caller: Caller, role: Role): Promise<void> {
  if (role.id < 0) throw fail('IDENTITY_ROLE_BUILT_IN', { name: role.name })
  assertHolds(caller, role.permissions)
  if (caller.groupIds === null) return
  for (const user of await em.find(User, { role: role.id })) assertGroupsWithin(caller, user.groupIds ?? null)
}

/**
 * Keys of switched-off components stay in a role that has them; new ones must exist and be the caller's own.
 */
function assertGrantable(
  identity: Identity,
  caller: Caller,
  wanted: readonly string[],
  held: readonly string[] = [],
): void {
  const added = wanted.filter(key => !held.includes(key))
  const known = new Set(
    identity.ctx
      .use('installation')
      .permissions()
      .map(permission => permission.key),
  )
  const unknown = added.filter(key => !known.has(key))
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
    return await identity.ctx.em().transactional(em => work(em as SqlEntityManager))
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw fail('IDENTITY_ROLE_NAME_TAKEN', { name })
    throw error
  }
}

const fields = ['name', 'description', 'display', 'permissions', 'params'] as const
function assign(role: Role, body: Partial<RoleBody>): void {
  for (const field of fields) if (body[field] != null) Object.assign(role, { [field]: body[field] })
}

/**
 * Without permissions named, a new role holds those that are given by default, as far as the caller holds
 * them.
 */
export async function createRole(identity: Identity, caller: Caller, body: RoleBody): Promise<Role> {
  const usual = () =>
    identity.ctx
      .use('installation')
      .permissions()
      .filter(permission => permission.default && caller.permissions.has(permission.key))
      .map(permission => permission.key)
  const permissions = [...new Set(body.permissions ?? usual())]
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
