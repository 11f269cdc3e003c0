import type { Caller, Context, Person, Target } from '@linecard/plugin-kit'
import { multiConsoleCommand } from '@linecard/driver-kit/modules'
import type { Kept } from '@linecard/template-kit/control'
import type { MacroDefinition } from './definition.ts'
import { fail } from './errors.ts'

/** Where a macro would run. */
export interface MacroPlace {
  target: Target
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

/** Why a macro is not for a place; null: it is. */
export function misfit(
  ctx: Pick<Context, 'use'>,
  { display_for: places, models, vendors }: MacroDefinition,
  { target, vendor, interfaceType }: MacroPlace,
): string | null {
  const { modelKey } = target
  if (!ctx.use('equipment').supports(modelKey, multiConsoleCommand))
    return 'no console of this model is known'
  if (models.length > 0 && !(modelKey !== null && models.includes(modelKey)))
    return `it is for the models ${models.slice(0, 5).join(', ')}`
  if (vendors.length > 0 && !vendors.some(one => one.toLowerCase() === vendor?.toLowerCase()))
    return `it is for devices of ${vendors.slice(0, 5).join(', ')}`
  const place = displayOf(interfaceType)
  return places.length === 0 || places.includes(place) ? null : `it is for ${places.join(', ')}`
}

/** The place that a client means, without asking the device. */
export async function placeIn(
  ctx: Pick<Context, 'use'>,
  target: Target,
  interfaceWord: string | undefined,
  caller: Caller,
): Promise<MacroPlace & { bindKey: string | null }> {
  const devices = await ctx.use('devices').shown([target.deviceId!], caller)
  const model = devices.get(target.deviceId!)?.['model'] as { vendor?: string } | null | undefined
  const vendor = model?.vendor ?? null
  if (interfaceWord === undefined) return { target, vendor, interfaceType: null, bindKey: null }
  const known = await ctx.use('interfaces').onDevice(target.deviceId!, interfaceWord, caller)
  // What is not stored is a port: the device will tell at the run.
  return { target, vendor, interfaceType: known?.type ?? 'ETH', bindKey: known?.bind_key ?? null }
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
