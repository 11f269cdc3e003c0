import type { Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Model } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { seenDevices } from '../../visibility.ts'

/** The models among these that devices of the caller's groups have. */
async function usedModels(
  em: SqlEntityManager,
  caller: Pick<Caller, 'groupIds'>,
  ids: readonly number[],
): Promise<ReadonlySet<number | null>> {
  const rows = await seenDevices(em, caller)
    .select('d.model_id')
    .distinct()
    .where('d.model_id', 'in', ids.length ? [...ids] : [0])
    .execute()
  return new Set(rows.map(({ model_id: id }) => id))
}

/** Models with credentials whose use the caller may not begin. Their secrets must be loaded. */
export async function closedModels(
  em: SqlEntityManager,
  caller: Pick<Caller, 'groupIds'>,
  models: Iterable<Model>,
): Promise<ReadonlySet<number>> {
  if (caller.groupIds === null) return new Set()
  const ids = [...models].filter(({ secrets }) => secrets != null).map(({ id }) => id)
  const used = await usedModels(em, caller, ids)
  return new Set(ids.filter(id => !used.has(id)))
}

/** @throws ApiError INVENTORY_MODEL_SECRETS for such a model */
export async function assertModel(
  em: SqlEntityManager,
  caller: Pick<Caller, 'groupIds'>,
  model: Model,
): Promise<void> {
  if ((await closedModels(em, caller, [model])).has(model.id))
    throw fail('INVENTORY_MODEL_SECRETS', { key: model.key }, [
      { path: 'model_id', message: 'has credentials that your groups do not use' },
    ])
}
