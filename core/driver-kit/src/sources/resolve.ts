import type { Model } from '../contract/driver.ts'
import type { Family } from '../contract/family.ts'
import type { Implementation } from '../contract/implementation.ts'
import { sourceOf } from './ask.ts'
import { layered } from './layered.ts'
import { lldp, lldpV2, poe, standardMibs } from '../builders/index.ts'
import { without } from '../contract/pick.ts'
import { interfacesList, lldpInfo } from '../modules/index.ts'

/**
 * Modules that the standard MIBs do not answer for a family with an own answer. Its interfaces have the bind
 * keys of its driver: other keys would make other interfaces of them.
 */
const notStandard: ReadonlySet<string> = new Set([interfacesList.name])

/** The implementations of the standard MIBs, by the name of their module, in the order of their worth. */
const standardSources: ReadonlyMap<string, readonly Implementation[]> = Map.groupBy(
  [...without(standardMibs(), lldpInfo), lldp(), lldpV2(), ...poe()]
    .filter(({ module }) => module.kind === 'read' && !notStandard.has(module.name))
    .flatMap(one => [one, ...(one.next ?? [])]),
  ({ module }) => module.name,
)

/** The layers of one module: the family's own, its further sources, the standard MIBs, the console. */
function layersOf(
  own: Implementation | undefined,
  name: string,
  console: readonly Implementation[],
): Implementation[] {
  const ofDriver = own ? [own, ...(own.next ?? [])] : []
  const standard = own && !own.alone ? (standardSources.get(name) ?? []) : []
  const known = new Set(ofDriver.map(sourceOf))
  return [...ofDriver, ...standard.filter(layer => !known.has(sourceOf(layer))), ...console]
}

/** A change, or a test that the device has to make, is done once and in one way. */
const isAsked = ({ module: { kind, exclusive } }: Implementation): boolean =>
  kind === 'read' && exclusive !== true

/** One object for the same layers: models of a family share their modules. */
const made = new WeakMap<Implementation, { layers: readonly Implementation[]; module: Implementation }[]>()

function shared(layers: readonly [Implementation, ...Implementation[]]): Implementation {
  const known = made.get(layers[0]) ?? []
  const same = known.find(
    one => one.layers.length === layers.length && one.layers.every((layer, at) => layer === layers[at]),
  )
  if (same) return same.module
  const module = layered(layers)
  made.set(layers[0], [...known, { layers, module }])
  return module
}

function resolve(family: Family<unknown>, more: readonly Implementation[]): Map<string, Implementation> {
  const own = new Map([...family.modules, ...more].map(one => [one.module.name, one]))
  const console = Map.groupBy(family.console ?? [], ({ module }) => module.name)
  return new Map(
    [...new Set([...own.keys(), ...console.keys()])].map(name => {
      const [first, ...others] = layersOf(own.get(name), name, console.get(name) ?? [])
      return [name, isAsked(first!) ? shared([first!, ...others]) : (own.get(name) ?? first!)]
    }),
  )
}

/** Most models have the modules of their family and no others: one map for all of them. */
const ofFamily = new WeakMap<Family<unknown>, ReadonlyMap<string, Implementation>>()

/**
 * The modules of a model by name: those of its family, then its own; a later one replaces an earlier one. A
 * reading module is answered from all its sources.
 */
export function resolveModules({
  family,
  modules = [],
}: Model<unknown>): ReadonlyMap<string, Implementation> {
  if (modules.length > 0) return resolve(family, modules)
  const known = ofFamily.get(family) ?? resolve(family, [])
  ofFamily.set(family, known)
  return known
}
