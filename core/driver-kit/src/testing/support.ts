import type { Driver, Model } from '../contract/driver.ts'
import type { Family } from '../contract/family.ts'
import type { Implementation } from '../contract/implementation.ts'
import type { Module } from '../contract/module.ts'
import { buildIndex, type KnownModel } from '../detection/driver-index.ts'
import { readFolders, readUntested, type Folder, type Golden } from './folder.ts'

/** One declared module of one model. */
export interface ModuleSupport {
  module: Module
  /**
   * Keys of models of which a recording of a real device has answered as another system or the recording
   * itself says. They are of this family, with the same implementation.
   */
  provenBy: readonly string[]
  /**
   * Recordings (`<model>/<firmware>`) whose golden answer of the module has data. They are of this model,
   * or of a model of its family with the same implementation.
   */
  testedBy: readonly string[]
  /**
   * Such recordings with an empty answer: the module ran, and the recording has no data for it. If both lists
   * are empty, the module was never run.
   */
  emptyOn: readonly string[]
  /** Why it is not tested, from `untested.json`. */
  reason: string | null
}

/** The modules of one model, with the recordings that they ran on. */
export interface ModelSupport {
  model: Model<unknown>
  family: Family<unknown>
  /** Recordings of this model. */
  recordings: readonly string[]
  modules: readonly ModuleSupport[]
}

interface Evidence {
  folder: Folder
  known: KnownModel
}

/** Whether a value has data: null, empty texts and lists, and objects with only these have none. */
const hasData = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasData)
    : typeof value === 'object' && value !== null
      ? Object.values(value).some(hasData)
      : value !== null && value !== undefined && value !== ''

const answers = ({ data, sent = [], typed = [] }: Golden): boolean =>
  sent.length > 0 || typed.length > 0 || hasData(data)

/**
 * Recordings that ran this implementation. Another implementation of the same module does not count: a model
 * can have its own.
 */
function ranOn(
  evidence: readonly Evidence[],
  family: Family<unknown>,
  implementation: Implementation,
): Pick<ModuleSupport, 'testedBy' | 'emptyOn'> {
  const { name } = implementation.module
  const ran = evidence
    .filter(
      ({ folder, known }) =>
        known.family === family && known.modules.get(name) === implementation && folder.golden.has(name),
    )
    .map(({ folder }) => folder)
  const answered = ran.map(folder => answers(folder.golden.get(name)!))
  return {
    testedBy: ran.filter((_, at) => answered[at]).map(folder => folder.name),
    emptyOn: ran.filter((_, at) => !answered[at]).map(folder => folder.name),
  }
}

/** Numbers of rows that were equal on recordings of real devices, by the key of the model and by module. */
export type Proven = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Models that have proven this implementation. */
const provenOn = (
  proven: Proven,
  models: ReadonlyMap<string, KnownModel>,
  family: Family<unknown>,
  implementation: Implementation,
): string[] =>
  Object.entries(proven).flatMap(([key, modules]) => {
    const known = models.get(key)
    const { name } = implementation.module
    const isSame = known?.family === family && known.modules.get(name) === implementation
    return isSame && (modules[name] ?? 0) > 0 ? [key] : []
  })

/**
 * The modules of every model of a driver, and which of them ran on a recording. It reads the folders that
 * `testDriver` runs. `recordings`: URL of this folder of the driver, with a slash at its end. `proven`: what
 * recordings of real devices have shown; these are not in the repository.
 * @throws Error for a folder or an `untested.json` that cannot be read
 */
export async function supportOf(
  driver: Driver,
  recordings: URL,
  proven: Proven = {},
): Promise<ModelSupport[]> {
  const index = buildIndex([driver])
  const untested = await readUntested(recordings)
  if (untested instanceof Error) throw untested
  const evidence = (await readFolders(recordings)).flatMap(({ folder }): Evidence[] => {
    if (folder instanceof Error) throw folder
    const known = index.models.get(folder.device.model)
    return known ? [{ folder, known }] : []
  })
  return [...index.models.values()].map(({ model, family, modules }) => ({
    model,
    family,
    recordings: evidence
      .filter(({ folder }) => folder.device.model === model.key)
      .map(({ folder }) => folder.name),
    modules: [...modules.values()].map(implementation => ({
      module: implementation.module,
      provenBy: provenOn(proven, index.models, family, implementation),
      ...ranOn(evidence, family, implementation),
      reason:
        untested.modules?.[`${model.key}/${implementation.module.name}`] ??
        untested.families?.[family.id] ??
        null,
    })),
  }))
}
