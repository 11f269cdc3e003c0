import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller } from '@linecard/plugin-kit'
import { canonicalNetwork } from '../../address.ts'
import { defaultGroupId, Device, Group } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { inTransaction, type Inventory } from '../../inventory.ts'
import { sees } from '../../visibility.ts'
import type { GroupBody } from './bodies.ts'

/** A group that the caller sees. Throws RESOURCE_NOT_FOUND for another one as for none. */
export async function groupById(em: SqlEntityManager, caller: Caller, id: number): Promise<Group> {
  const group = sees(caller, id) ? await em.findOne(Group, { id }) : null
  if (!group) throw fail('INVENTORY_GROUP_UNKNOWN', { id })
  return group
}

const taken = (name: string | undefined) => () =>
  fail('INVENTORY_GROUP_EXISTS', { name }, [{ path: 'name', message: 'is taken' }])

export async function createGroup(
  inventory: Inventory,
  caller: Caller,
  { name, description = '', networks }: GroupBody,
): Promise<Group> {
  if (caller.groupIds !== null) throw fail('INVENTORY_GROUPS_LIMITED')
  return inTransaction(
    inventory,
    async em => {
      const group = em.create(Group, { name, description, networks: (networks ?? []).map(canonicalNetwork) })
      await em.flush()
      return group
    },
    taken(name),
  )
}

/** Whoever is limited to groups sends networks back unchanged, and does not widen them. */
function assignNetworks(caller: Caller, group: Group, networks: readonly string[]): void {
  const wanted = networks.map(canonicalNetwork)
  if (wanted.join() === group.networks.join()) return
  if (caller.groupIds !== null)
    throw fail('INVENTORY_NETWORKS_LIMITED', {}, [{ path: 'networks', message: 'may not be changed' }])
  group.networks = wanted
}

export async function updateGroup(
  inventory: Inventory,
  caller: Caller,
  id: number,
  { name, description, networks }: Partial<GroupBody>,
): Promise<Group> {
  return inTransaction(
    inventory,
    async em => {
      const group = await groupById(em, caller, id)
      if (name !== undefined) group.name = name
      if (description !== undefined) group.description = description
      if (networks) assignNetworks(caller, group, networks)
      await em.flush()
      return group
    },
    taken(name),
  )
}

export async function deleteGroup(inventory: Inventory, caller: Caller, id: number): Promise<void> {
  await inTransaction(inventory, async em => {
    await groupById(em, caller, id)
    if (id === defaultGroupId) throw fail('INVENTORY_GROUP_DEFAULT')
    const count = await em.count(Device, { group: id })
    if (count) throw fail('INVENTORY_GROUP_IN_USE', { count })
    await em.nativeDelete(Group, { id })
  })
}
