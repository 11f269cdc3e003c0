import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Access, Device } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { inTransaction, type Inventory } from '../../inventory.ts'
import { assertConnection } from '../connection/params.ts'
import { assertSnmpUser, mergeSecrets, openSecrets, sealSecrets } from '../connection/secrets.ts'
import type { AccessBody } from './bodies.ts'

export async function accessById(em: SqlEntityManager, id: number): Promise<Access> {
  const access = await em.findOne(Access, { id }, { populate: ['secrets'] })
  if (!access) throw fail('INVENTORY_ACCESS_UNKNOWN', { id })
  return access
}

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

export const createAccess = (inventory: Inventory, body: AccessBody): Promise<Access> =>
  inTransaction(
    inventory,
    async em => {
      const access = em.create(Access, { name: body.name })
      assign(inventory, access, body)
      await em.flush()
      return access
    },
    taken(body.name),
  )

export const updateAccess = (inventory: Inventory, id: number, body: Partial<AccessBody>): Promise<Access> =>
  inTransaction(
    inventory,
    async em => {
      const access = await accessById(em, id)
      assign(inventory, access, body)
      await em.flush()
      return access
    },
    taken(body.name),
  )

export const deleteAccess = (inventory: Inventory, id: number): Promise<void> =>
  inTransaction(inventory, async em => {
    await accessById(em, id)
    const count = await em.count(Device, { access: id })
    if (count) throw fail('INVENTORY_ACCESS_IN_USE', { count })
    await em.nativeDelete(Access, { id })
  })
