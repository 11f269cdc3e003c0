import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Caller } from '@linecard/plugin-kit'
import { Group, Model, type Device } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { sees } from '../visibility.ts'
import { assertLends, findAccess } from './access/use.ts'
import type { DeviceBody } from './bodies.ts'
import { assertModel } from './models/use.ts'

type What = 'model' | 'access' | 'group'

/**
 * Id that a body names as `model: {id}` or `model_id`; undefined: not mentioned. Throws VALIDATION_ERROR
 * where both differ.
 */
function idOf(body: Partial<DeviceBody>, what: What): number | null | undefined {
  const nested = body[what] === null ? null : body[what]?.id
  const plain = body[`${what}_id`]
  if (nested !== undefined && plain !== undefined && nested !== plain) {
    throw fail('INVENTORY_REFERENCE_AMBIGUOUS', { what }, [
      { path: `${what}_id`, message: `differs from ${what}.id` },
    ])
  }
  return plain === undefined ? nested : plain
}

function found<T>(row: T | null, what: string, id: number): T {
  if (!row)
    throw fail('INVENTORY_REFERENCE_INVALID', { what: what.replace('_', ' '), id }, [
      { path: `${what}_id`, message: 'there is no such one' },
    ])
  return row
}

/** A model that the caller may give to a device: credentials of models are used like those of profiles. */
async function modelFor(em: SqlEntityManager, caller: Caller, device: Device, id: number): Promise<Model> {
  const model = found(await em.findOne(Model, { id }, { populate: ['secrets'] }), 'model', id)
  if (device.model?.id !== id) await assertModel(em, caller, model)
  return model
}

/**
 * Sets model, access profile and group as far as the body names them. A group that the caller does not see is
 * as unknown as none.
 */
export async function assignReferences(
  em: SqlEntityManager,
  caller: Caller,
  device: Device,
  body: Partial<DeviceBody>,
): Promise<void> {
  const [model, access, group] = [idOf(body, 'model'), idOf(body, 'access'), idOf(body, 'group') ?? undefined]
  const before = { access: device.access?.id, group: device.group.id }
  if (model !== undefined) device.model = model === null ? null : await modelFor(em, caller, device, model)
  if (access !== undefined)
    device.access = access === null ? null : found(await findAccess(em, caller, access), 'access', access)
  if (group !== undefined)
    device.group = found(sees(caller, group) ? await em.findOne(Group, { id: group }) : null, 'group', group)
  if (device.access && (device.access.id !== before.access || device.group.id !== before.group))
    assertLends(caller, device.access, device.group.id)
}

/** Nobody adds a device that they cannot see afterwards. */
export function assertGroup(caller: Caller, device: Device): void {
  if (!sees(caller, device.group.id))
    throw fail('INVENTORY_GROUP_NEEDED', {}, [{ path: 'group_id', message: 'is missing' }])
}
