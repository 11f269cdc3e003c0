import type { Caller } from '@linecard/plugin-kit'
import { closedModels } from '../../devices/models/use.ts'
import { defaultGroupId, Group, Model } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import { groupScope, sees } from '../../visibility.ts'

/** Models by key, and the groups that the caller sees by name. All are in memory: both are few. */
export interface References {
  /**
   * Null if the line names no model. @throws ApiError INVENTORY_ROW_MODEL for an unknown key,
   * INVENTORY_MODEL_SECRETS for one that the caller may not use
   */
  model(key: string | null): number | null
  /** @throws ApiError INVENTORY_MODEL_SECRETS, as above */
  modelByKey(key: string | null): Model | null
  group(name: string | null): number
  /** The groups that the caller sees. */
  readonly groupIds: readonly number[]
}

/** @throws ApiError INVENTORY_REFERENCE_INVALID if the caller does not see the group `groupId` */
export async function referencesOf(
  { ctx }: Pick<Inventory, 'ctx'>,
  caller: Caller,
  groupId: number | undefined,
): Promise<References> {
  const em = ctx.em()
  const models = new Map(
    (await em.find(Model, {}, { populate: ['secrets'] })).map(model => [model.key, model]),
  )
  const groups = await em.find(Group, groupScope(caller))
  const names = new Map(groups.map(group => [group.name, group.id]))
  if (groupId !== undefined && !groups.some(({ id }) => id === groupId)) {
    throw fail('INVENTORY_REFERENCE_INVALID', { what: 'group', id: groupId }, [
      { path: 'group_id', message: 'there is no such group' },
    ])
  }
  const closed = await closedModels(em, caller, models.values())
  const open = (model: Model | undefined): Model | null => {
    if (model && closed.has(model.id)) throw fail('INVENTORY_MODEL_SECRETS', { key: model.key })
    return model ?? null
  }
  return {
    groupIds: groups.map(({ id }) => id),
    modelByKey: key => (key === null ? null : open(models.get(key))),
    model(key) {
      if (key === null) return null
      // Some keys of other systems have capital letters. Our keys have none.
      const model = open(models.get(key.toLowerCase()))
      if (!model) throw fail('INVENTORY_ROW_MODEL')
      return model.id
    },
    group(name) {
      const id = name === null ? (groupId ?? defaultGroupId) : names.get(name)
      if (id === undefined) throw fail('INVENTORY_ROW_GROUP')
      if (!sees(caller, id)) throw fail('INVENTORY_GROUP_NEEDED')
      return id
    },
  }
}
