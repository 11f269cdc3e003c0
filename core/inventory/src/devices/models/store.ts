import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { needAllGroups, type Caller } from '@linecard/plugin-kit'
import { Device, Model } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { inTransaction, type Inventory } from '../../inventory.ts'
import { splitParams } from '../connection/params.ts'
import type { ModelBody } from './bodies.ts'

export async function modelById(em: SqlEntityManager, id: number): Promise<Model> {
  const model = await em.findOne(Model, { id }, { populate: ['secrets'] })
  if (!model) throw fail('INVENTORY_MODEL_UNKNOWN', { id })
  return model
}

const taken = (key: string | undefined) => () =>
  fail('INVENTORY_MODEL_EXISTS', { key }, [{ path: 'key', message: 'is taken' }])
const own = ['key', 'name', 'vendor', 'type', 'ports'] as const

/** What a built-in model takes from its driver may be sent back unchanged, and not changed. */
function assign(inventory: Inventory, model: Model, body: Partial<ModelBody>): void {
  for (const field of own) {
    if (body[field] === undefined || body[field] === (model[field] ?? null)) continue
    if (model.driver)
      throw fail('INVENTORY_MODEL_BUILT_IN', { key: model.key, driver: model.driver }, [
        { path: field, message: 'comes from the driver' },
      ])
    Object.assign(model, { [field]: body[field] })
  }
  if (body.params) {
    const { params, secrets } = splitParams(inventory.ctx, body.params, model.secrets)
    model.params = params
    model.secrets = secrets
  }
  if (body.pollers) model.pollers = body.pollers
}

export const createModel = (inventory: Inventory, caller: Caller, body: ModelBody): Promise<Model> =>
  inTransaction(
    inventory,
    async em => {
      needAllGroups(caller)
      const model = em.create(Model, { key: body.key, name: body.name, type: body.type })
      assign(inventory, model, body)
      await em.flush()
      return model
    },
    taken(body.key),
  )

export const updateModel = (
  inventory: Inventory,
  caller: Caller,
  id: number,
  body: Partial<ModelBody>,
): Promise<Model> =>
  inTransaction(
    inventory,
    async em => {
      const model = await modelById(em, id)
      needAllGroups(caller)
      assign(inventory, model, body)
      await em.flush()
      return model
    },
    taken(body.key),
  )

/** Models that people added, and built-in ones whose driver has gone. */
export const deleteModel = (inventory: Inventory, caller: Caller, id: number): Promise<void> =>
  inTransaction(inventory, async em => {
    const model = await modelById(em, id)
    needAllGroups(caller)
    if (model.driver && model.available)
      throw fail('INVENTORY_MODEL_BUILT_IN', { key: model.key, driver: model.driver })
    const count = await em.count(Device, { model: id })
    if (count) throw fail('INVENTORY_MODEL_IN_USE', { count })
    await em.nativeDelete(Model, { id })
  })
