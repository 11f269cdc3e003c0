import type { Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Access, Device, Group } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { inTransaction, type Inventory } from '../../inventory.ts'
import { assertConnection } from '../connection/params.ts'
import { assertSnmpUser, mergeSecrets, openSecrets, sealSecrets } from '../connection/secrets.ts'
import { tables } from '../../tables.ts'
import { sees } from '../../visibility.ts'
import type { AccessBody } from './bodies.ts'
import { ownAccess } from './use.ts'

const taken = (name: string | undefined) => () =>
  fail('INVENTORY_ACCESS_EXISTS', { name }, [{ path: 'name', message: 'is taken' }])

function assign({ ctx }: Inventory, access: Access, body: Partial<AccessBody>): void {
  const { login, password, enable_password, private_community, snmp_v3 } = body
  const public_community = body.public_community ?? body.community
  if (body.name !== undefined) access.name = body.name
  if (body.params) {
    assertConnection(body.params)
    access.params = body.params
  }
  if (snmp_v3) assertSnmpUser(snmp_v3)
  const sent = { login, password, enable_password, public_community, private_community, snmp_v3 }
  if (Object.values(sent).every(value => value == null)) return
  access.secrets = sealSecrets(ctx, mergeSecrets(openSecrets(ctx, access.secrets), sent))
}

/**
 * Sets the groups of a profile as far as a body names them. Nobody gives a profile to groups that they do not
 * see, or takes it from a group whose devices use it.
 */
async function assignGroups(
  em: SqlEntityManager,
  caller: Caller,
  id: number,
  wanted: readonly number[],
): Promise<void> {
  const known = new Set((await em.find(Group, { id: { $in: [...wanted] } })).map(group => group.id))
  const unknown = wanted.find(group => !known.has(group) || !sees(caller, group))
  if (unknown !== undefined)
    throw fail('INVENTORY_REFERENCE_INVALID', { what: 'group', id: unknown }, [
      { path: 'group_ids', message: 'there is no such one' },
    ])
  if (caller.groupIds !== null && wanted.length === 0)
    throw fail('INVENTORY_GROUP_NEEDED', {}, [{ path: 'group_ids', message: 'is empty' }])
  const db = tables(em)
  const used = await db
    .selectFrom('inventory_device')
    .select('group_id')
    .distinct()
    .where('access_id', '=', id)
    .execute()
  const lacking = used.find(({ group_id: group }) => !known.has(group))
  if (lacking)
    throw fail('INVENTORY_ACCESS_GROUPS', { id: lacking.group_id }, [
      { path: 'group_ids', message: `must contain ${lacking.group_id}` },
    ])
  await db.deleteFrom('inventory_access_group').where('access_id', '=', id).execute()
  if (wanted.length > 0)
    await db
      .insertInto('inventory_access_group')
      .values(wanted.map(group => ({ access_id: id, group_id: group })))
      .execute()
}

/** As it is stored now: its groups are no column of its own. */
const stored = ({ ctx }: Inventory, id: number) => ctx.em().findOneOrFail(Access, { id })

export async function createAccess(inventory: Inventory, caller: Caller, body: AccessBody): Promise<Access> {
  const id = await inTransaction(
    inventory,
    async em => {
      const access = em.create(Access, { name: body.name, groupIds: [] })
      assign(inventory, access, body)
      await em.flush()
      await assignGroups(em, caller, access.id, body.group_ids ?? caller.groupIds ?? [])
      return access.id
    },
    taken(body.name),
  )
  return stored(inventory, id)
}

export async function updateAccess(
  inventory: Inventory,
  caller: Caller,
  id: number,
  body: Partial<AccessBody>,
): Promise<Access> {
  await inTransaction(
    inventory,
    async em => {
      const access = await ownAccess(em, caller, id)
      assign(inventory, access, body)
      await em.flush()
      if (body.group_ids) await assignGroups(em, caller, id, body.group_ids)
    },
    taken(body.name),
  )
  return stored(inventory, id)
}

export const deleteAccess = (inventory: Inventory, caller: Caller, id: number): Promise<void> =>
  inTransaction(inventory, async em => {
    await ownAccess(em, caller, id)
    const count = await em.count(Device, { access: id })
    if (count) throw fail('INVENTORY_ACCESS_IN_USE', { count })
    await em.nativeDelete(Access, { id })
  })
