import { buildIndex, type DriverIndex, type KnownModel } from '@linecard/driver-kit/detection'
import { catalogue as kitCatalogue } from '@linecard/driver-kit/modules'
import {
  cautionsOf,
  DeviceError,
  type Caution,
  type Driver,
  type Module,
  factsOf,
  familiesOf,
  type ModelFacts,
} from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import { modulesOf, type ModelModules } from './built-in.ts'

export interface SupportedModel extends KnownModel, ModelModules {
  /** What drivers get of the model. */
  facts: ModelFacts
  /** What it should not be asked routinely, by the names of the modules. */
  cautions: ReadonlyMap<string, Caution>
}

/** What a set of drivers knows. */
interface Known {
  index: DriverIndex
  /** Every module that can be called by name: those of the kit and those of the drivers. */
  catalogue: ReadonlyMap<string, Module>
  /** By model key; there is none for null, the key of an unknown model. */
  byKey: ReadonlyMap<string | null, SupportedModel>
}

/** What the present drivers know. */
export interface Models extends Readonly<Known> {
  /** The module as the model's driver defines it, else as the catalogue does. Undefined if there is none. */
  findModule(modelKey: string | null, name: string): Module | undefined
  /** All modules that the model supports, by name. */
  modules(modelKey: string | null): readonly Module[]
  supports(modelKey: string | null, module: Pick<Module, 'name'>): boolean
  /** What a model should not be asked routinely, by the names of the modules. */
  cautions(modelKey: string | null): ReadonlyMap<string, Caution>
  /** Replaces the drivers. If the new ones contradict each other it throws, and the old ones stay. */
  useDrivers(drivers: readonly Driver[]): void
}

const ownModules = (drivers: readonly Driver[]): Module[] =>
  drivers.flatMap(driver =>
    [...familiesOf(driver), ...driver.models].flatMap(({ modules = [] }) =>
      modules.map(({ module }) => module),
    ),
  )

function knownTo(drivers: readonly Driver[]): Known {
  const index = buildIndex(drivers)
  return {
    index,
    catalogue: new Map(
      [...ownModules(drivers), ...kitCatalogue.values()].map(module => [module.name, module]),
    ),
    byKey: new Map(
      [...index.models].map(([key, known]) => [
        key,
        {
          ...known,
          ...modulesOf(known.modules.values(), known.family),
          facts: factsOf(known.model),
          cautions: cautionsOf(known.model),
        },
      ]),
    ),
  }
}

const none: ReadonlyMap<string, Caution> = new Map()

/** Throws if the drivers contradict each other. */
export function createModels(drivers: readonly Driver[]): Models {
  const models: Known & Models = {
    ...knownTo(drivers),
    findModule: (modelKey, name) =>
      models.byKey.get(modelKey)?.implementations.get(name)?.module ?? models.catalogue.get(name),
    modules: modelKey =>
      [...(models.byKey.get(modelKey)?.implementations.values() ?? [])]
        .map(({ module }) => module)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    cautions: modelKey => models.byKey.get(modelKey)?.cautions ?? none,
    supports: (modelKey, { name }) => models.byKey.get(modelKey)?.implementations.has(name) ?? false,
    useDrivers(next) {
      Object.assign(models, knownTo(next))
    },
  }
  return models
}

export const unknownModel = ({ ip, modelKey }: Target): DeviceError =>
  new DeviceError(
    'Unsupported',
    modelKey === null
      ? `The model of ${ip} is not known; detect it first.`
      : `No enabled driver knows the model ${modelKey} of ${ip}.`,
  )
