import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller } from '@linecard/plugin-kit'
import { canonicalIp } from '../address.ts'
import { forTarget } from './connection/target.ts'
import { Device } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { deviceScope } from '../visibility.ts'

const shown = ['model', 'access', 'group'] as const

/** A device that the caller sees, with model, access profile and group. Throws RESOURCE_NOT_FOUND. */
export async function deviceById(em: SqlEntityManager, caller: Caller, id: number): Promise<Device> {
  const device = await em.findOne(Device, { id, ...deviceScope(caller) }, { populate: shown })
  if (!device) throw fail('INVENTORY_DEVICE_UNKNOWN', { id })
  return device
}

/** With its secrets, still sealed, so that it can be asked. */
export async function deviceForTarget(
  em: SqlEntityManager,
  caller: Caller,
  ref: { id: number } | { ip: string },
): Promise<Device> {
  const where = 'id' in ref ? { id: ref.id } : { ip: canonicalIp(ref.ip) }
  const device = await em.findOne(Device, { ...where, ...deviceScope(caller) }, { populate: forTarget })
  if (!device) throw fail('INVENTORY_DEVICE_UNKNOWN', { id: 'id' in ref ? ref.id : ref.ip })
  return device
}
