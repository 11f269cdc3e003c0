import type { Caller } from '@linecard/plugin-kit'
import { defaultGroupId, Group, Model } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import { groupScope, sees } from '../../visibility.ts'

/** Models by their keys and the groups that the caller sees by their names; of both there are few. */
export interface References {
  /**
   * Null: no such model, or the line names none. @throws ApiError where the line names one that there is not
   */
  model(key: string | null): number | null
  modelByKey(key: string | null): Model | null
  group(name: string | null): number
  /** All that a line can name. */
  readonly groupIds: readonly number[]
}

/** @throws ApiError where the caller does not see the group that is asked for */
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
      { path: 'group_id', message: 'there is no such one' },
    ])
  }
  return {
    groupIds: groups.map(({ id }) => id),
    modelByKey: key => (key === null ? null : (models.get(key) ?? null)),
    model(key) {
      if (key === null) return null
      // Other systems have capitals in some keys, ours have none.
      const model = models.get(key.toLowerCase())
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
