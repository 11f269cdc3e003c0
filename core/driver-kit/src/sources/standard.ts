import { lldp, lldpV2, poe, standardMibs } from '../builders/index.ts'
import type { Implementation } from '../contract/implementation.ts'
import { without } from '../contract/pick.ts'
import { interfacesList, lldpInfo } from '../modules/index.ts'

/**
 * Modules that the standard MIBs do not answer for a family with an own answer. Its interfaces have the bind
 * keys of its driver: other keys would make other interfaces of them.
 */
const notStandard: ReadonlySet<string> = new Set([interfacesList.name])

/** The implementations of the standard MIBs, by the name of their module, in the order of their worth. */
export const standardSources: ReadonlyMap<string, readonly Implementation[]> = Map.groupBy(
  [...without(standardMibs(), lldpInfo), lldp(), lldpV2(), ...poe()]
    .filter(({ module }) => module.kind === 'read' && !notStandard.has(module.name))
    .flatMap(one => [one, ...(one.next ?? [])]),
  ({ module }) => module.name,
)
