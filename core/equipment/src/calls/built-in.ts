import { implement, type Family, type Implementation, type Module } from '@linecard/driver-kit'
import {
  interfacesList,
  parseInterface,
  supportedModules,
  type Interface,
} from '@linecard/driver-kit/modules'
import { resolveInterface } from '@linecard/driver-kit/builders'
import { consoleModulesOf } from './console-modules.ts'

/**
 * A module that the service answers itself, from the answer of another module or from the catalogue. It needs
 * no turn at the device of its own.
 */
export interface DerivedModule {
  module: Module
  /** The module whose answer is used; null if no answer of the device is needed. */
  source: Module | null
  derive(data: unknown, args: Readonly<Record<string, unknown>>): unknown
}

const interfaceOfList: DerivedModule = {
  module: parseInterface,
  source: interfacesList,
  derive: (list, args) => resolveInterface(list as Interface[], args['interface'] as string | number),
}

/** The same for drivers, which ask it through their session. */
const implementationOf = ({ module, source, derive }: DerivedModule): Implementation =>
  implement(module, async (session, args) =>
    derive(source && (await session.call(source, {})), args as Record<string, unknown>),
  )

export interface ModelModules {
  /** By name; a driver's implementation replaces one of the service. */
  implementations: ReadonlyMap<string, Implementation>
  derived: ReadonlyMap<string, DerivedModule>
}

/**
 * All modules of a model: those of its driver, the console modules if its family has a console, and the
 * modules that the service derives.
 */
export function modulesOf(ofDriver: Iterable<Implementation>, { cli }: Pick<Family, 'cli'>): ModelModules {
  const implementations = new Map<string, Implementation>()
  const derived = new Map<string, DerivedModule>()
  const add = (implementation: Implementation) =>
    implementations.set(implementation.module.name, implementation)
  const addDerived = (one: DerivedModule) => {
    if (implementations.has(one.module.name)) return
    derived.set(one.module.name, one)
    add(implementationOf(one))
  }
  if (cli) consoleModulesOf(cli).forEach(add)
  for (const implementation of ofDriver) add(implementation)
  if (implementations.has(interfacesList.name)) addDerived(interfaceOfList)
  addDerived({ module: supportedModules, source: null, derive: () => [...implementations.keys()].toSorted() })
  return { implementations, derived }
}
