import { DeviceError, familiesOf, type Driver, type Implementation, type Module } from '@linecard/driver-kit'
import { buildIndex, type DriverIndex, type KnownModel } from '@linecard/driver-kit/detection'
import { catalogue as kitCatalogue } from '@linecard/driver-kit/modules'
import type { Target } from '@linecard/plugin-kit'
import { builtIn } from './built-in.ts'

/** A model with all that it can do: a driver's implementation stands before the service's own. */
export interface Supported extends KnownModel {
  implementations: ReadonlyMap<string, Implementation>
}

/**
 * What a set of drivers knows: models and how to tell them, and every module that can be asked for by name,
 * the kit's and their own.
 */
export interface Models {
  readonly index: DriverIndex
  readonly catalogue: ReadonlyMap<string, Module>
  find(modelKey: string | null): Supported | null
  /** Throws Unsupported for a device whose model no driver knows. */
  of(target: Target): Supported
}

const modulesOf = (drivers: readonly Driver[]): Module[] =>
  drivers.flatMap(driver =>
    [...familiesOf(driver), ...driver.models].flatMap(({ modules = [] }) =>
      modules.map(({ module }) => module),
    ),
  )

/** Throws for drivers that contradict each other. */
export function createModels(drivers: readonly Driver[]): Models {
  const index = buildIndex(drivers)
  const byKey = new Map(
    [...index.models].map(([key, known]): [string, Supported] => {
      const modules = [...known.modules.values()]
      const own = builtIn(
        modules.map(({ module }) => module),
        known.family,
      )
      return [
        key,
        { ...known, implementations: new Map([...own, ...modules].map(one => [one.module.name, one])) },
      ]
    }),
  )
  const find = (modelKey: string | null) => (modelKey === null ? null : (byKey.get(modelKey) ?? null))
  return {
    index,
    catalogue: new Map(
      [...modulesOf(drivers), ...kitCatalogue.values()].map(module => [module.name, module]),
    ),
    find,
    of: ({ ip, modelKey }) => {
      const found = find(modelKey)
      if (found) return found
      throw new DeviceError(
        'Unsupported',
        modelKey === null
          ? `The model of ${ip} is not known; detect it first.`
          : `No enabled driver knows the model ${modelKey} of ${ip}.`,
      )
    },
  }
}
