import { ApiError, type Caller, type Context, type Target } from '@linecard/plugin-kit'
import type { StoredAnswers, StoredDevice } from '@linecard/simulator'
import type { Module } from '@linecard/driver-kit'

/** A device of which a copy is made. */
export interface Original {
  id: number
  name: string
  /** Id of its driver, and name of its model; null: unknown. */
  maker: string | null
  model: string | null
}

const textOf = (model: unknown, key: string): string | null => {
  const value: unknown = typeof model === 'object' && model !== null ? Reflect.get(model, key) : null
  return typeof value === 'string' ? value : null
}

/** @throws ApiError for a device that the caller does not see */
export async function originalOf(ctx: Context, id: number, caller: Caller): Promise<Original> {
  const devices = ctx.use('devices')
  const { name } = await devices.named(id, caller)
  const model = (await devices.shown([id], caller)).get(id)?.['model']
  return { id, name, maker: textOf(model, 'driver'), model: textOf(model, 'name') }
}

/** What is stored of a device. Nothing is sent to it. */
export async function storedOf(
  ctx: Context,
  target: Target,
  { name, maker, model }: Original,
  caller: Caller,
): Promise<StoredDevice> {
  const { copiedModules } = await import('@linecard/simulator')
  const equipment = ctx.use('equipment')
  const answers: Record<string, unknown> = {}
  for (const module of copiedModules as readonly Module[]) {
    if (!equipment.supports(target.modelKey, module)) continue
    try {
      answers[module.name] = (await equipment.call(target, module, {}, { from: 'store', caller })).data
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'EQUIPMENT_ANSWER_ABSENT')) throw error
    }
  }
  return { name, maker: maker ?? '', model: model ?? '', answers: answers as StoredAnswers }
}
