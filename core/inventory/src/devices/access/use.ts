import type { ApiError, Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Access } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { lendsProfile, ownsProfile, usesProfile } from '../../visibility.ts'

type Groups = Pick<Caller, 'groupIds'>

/** A profile with its secrets, still sealed, that the caller may use; null for another one as for none. */
export async function findAccess(em: SqlEntityManager, caller: Groups, id: number): Promise<Access | null> {
  const access = await em.findOne(Access, { id }, { populate: ['secrets'] })
  return access && usesProfile(caller, access) ? access : null
}

/** The same. @throws ApiError INVENTORY_ACCESS_UNKNOWN (404) */
export async function accessById(em: SqlEntityManager, caller: Groups, id: number): Promise<Access> {
  const access = await findAccess(em, caller, id)
  if (!access) throw fail('INVENTORY_ACCESS_UNKNOWN', { id })
  return access
}

/** A profile of groups that the caller does not see may not be changed. */
export const shared = (name: string): ApiError => fail('INVENTORY_ACCESS_SHARED', { name })

/** A profile that the caller may change. @throws ApiError INVENTORY_ACCESS_SHARED (403), or as above */
export async function ownAccess(em: SqlEntityManager, caller: Groups, id: number): Promise<Access> {
  const access = await accessById(em, caller, id)
  if (!ownsProfile(caller, access)) throw shared(access.name)
  return access
}

/** @throws ApiError INVENTORY_ACCESS_SHARED if devices of the group may not get the profile */
export function assertLends(caller: Groups, access: Access, groupId: number): void {
  if (!lendsProfile(caller, access, groupId))
    throw fail('INVENTORY_ACCESS_SHARED', { name: access.name }, [
      { path: 'access_id', message: 'does not belong to the group of the device' },
    ])
}
