import { ponProfiles, system, vlans, type Interface } from '@linecard/driver-kit/modules'
import { gatherVariables, type CommonVariables } from '@linecard/template-kit/variables'
import type { HeldOlt } from '../olt/device.ts'
import type { PortNow } from './port.ts'
import type { Ont } from './waiting.ts'

/** Modules whose answers templates read in `data`. They change seldom: a stored answer does. */
export const dataModules = [system, ponProfiles, vlans]

/** Longest time for all of them, ms. */
const mostMs = 120_000

/** What registration templates see. */
export interface Variables extends CommonVariables {
  [name: string]: unknown
  ont: Record<string, unknown>
  /** `first`: the chosen number. */
  free: { first: number | null; list: number[] | null }
  /** The ONU that is replaced; null: none. */
  old: Record<string, unknown> | null
}

/** `_shelf` is what drivers call `_frame`. */
const listed = (one: Interface): Record<string, unknown> => ({
  ...one,
  bind_key: String(one.id),
  _shelf: one._frame ?? null,
})

/** A registration without its params, which may need these variables to be checked. */
export async function variablesFor(
  { ctx, target, real, caller }: HeldOlt,
  { ont, now, number }: { ont: Ont; now: PortNow; number: number | null },
): Promise<Variables> {
  const { variables } = await gatherVariables({
    ctx,
    target: real ?? target,
    caller,
    signal: AbortSignal.timeout(mostMs),
    from: real ? 'store' : 'cache',
    interface: now.port.name,
    modules: dataModules.map(({ name }) => name),
    wholeDevice: dataModules.map(({ name }) => name),
  })
  return {
    ...variables,
    iface: { ...variables.iface, ...listed(now.port), id: variables.iface?.['id'] ?? null },
    ont: { ...ont, interface: listed(ont.interface) },
    free: { first: number, list: now.free.list },
    old: null,
  }
}
