import type { Caller, Context, Person, Target } from '@linecard/plugin-kit'
import { multiConsoleCommand } from '@linecard/driver-kit/modules'
import { isForGroup, type Kept } from '@linecard/template-kit/control'
import type { MacroDefinition } from './definition.ts'
import { fail } from './errors.ts'

/** Where a macro would run. */
export interface MacroPlace {
  target: Target
  /** Device group of the device. */
  groupId: number | null
  /** Null: unknown model. */
  vendor: string | null
  /** Type of the interface; null: the whole device. */
  interfaceType: string | null
}

/** Roles are compared by id. Built-in roles (negative ids) may run everything. */
export const mayRun = ({ roles }: MacroDefinition, { role }: Person): boolean =>
  role.id < 0 || roles.length === 0 || roles.includes(role.id)

/** The word of `display_for` for a type of interface. */
const displayOf = (type: string | null): MacroDefinition['display_for'][number] => {
  if (type === null) return 'Device'
  return type === 'ONU' || type === 'PON' ? type : 'Port'
}

/** Why a macro is not for devices of a group; null: it is. */
export const otherGroups = (definition: MacroDefinition, groupId: number | null): string | null =>
  isForGroup(definition, groupId) ? null : 'it is for devices of other groups'

/** Why a macro is not for a place; null: it is. */
export function misfit(
  ctx: Pick<Context, 'use'>,
  definition: MacroDefinition,
  { target, groupId, vendor, interfaceType }: MacroPlace,
): string | null {
  const { display_for: places, models, vendors } = definition
  const { modelKey } = target
  const elsewhere = otherGroups(definition, groupId)
  if (elsewhere !== null) return elsewhere
  if (!ctx.use('equipment').supports(modelKey, multiConsoleCommand))
    return 'no console of this model is known'
  if (models.length > 0 && !(modelKey !== null && models.includes(modelKey)))
    return `it is for the models ${models.slice(0, 5).join(', ')}`
  if (vendors.length > 0 && !vendors.some(one => one.toLowerCase() === vendor?.toLowerCase()))
    return `it is for devices of ${vendors.slice(0, 5).join(', ')}`
  const place = displayOf(interfaceType)
  return places.length === 0 || places.includes(place) ? null : `it is for ${places.join(', ')}`
}

/** What decides at a device which macros are for it. */
export async function placedDevice(ctx: Pick<Context, 'use'>, id: number, caller: Caller) {
  const device = (await ctx.use('devices').shown([id], caller)).get(id)
  const model = device?.['model'] as { vendor?: string } | null | undefined
  const group = device?.['group'] as { id: number } | undefined
  return { groupId: group?.id ?? null, vendor: model?.vendor ?? null }
}

/** The place that a client means, without asking the device. */
export async function placeIn(
  ctx: Pick<Context, 'use'>,
  target: Target,
  interfaceWord: string | undefined,
  caller: Caller,
): Promise<MacroPlace & { bindKey: string | null }> {
  const device = await placedDevice(ctx, target.deviceId!, caller)
  if (interfaceWord === undefined) return { target, ...device, interfaceType: null, bindKey: null }
  const known = await ctx.use('interfaces').onDevice(target.deviceId!, interfaceWord, caller)
  // What is not stored is a port: the device will tell at the run.
  return { target, ...device, interfaceType: known?.type ?? 'ETH', bindKey: known?.bind_key ?? null }
}

/** @throws ApiError MACROS_DOES_NOT_FIT (422) for a device of other groups */
export async function assertForDevice(
  ctx: Pick<Context, 'use'>,
  { name, definition }: { name: string; definition: MacroDefinition },
  { deviceId }: Pick<Target, 'deviceId'>,
  caller: Caller,
): Promise<void> {
  const why = otherGroups(definition, (await placedDevice(ctx, deviceId!, caller)).groupId)
  if (why !== null) throw fail('MACROS_DOES_NOT_FIT', { name, why })
}

/** @throws ApiError MACROS_UNKNOWN (404) if the role may not run it; MACROS_DOES_NOT_FIT (422) */
export function assertFits(
  ctx: Pick<Context, 'use'>,
  { id, name, definition }: Kept<MacroDefinition>,
  person: Person,
  place: MacroPlace,
): void {
  if (!mayRun(definition, person)) throw fail('MACROS_UNKNOWN', { id })
  const why = misfit(ctx, definition, place)
  if (why !== null) throw fail('MACROS_DOES_NOT_FIT', { name, why })
}
