import type { Driver, Model } from '../contract/driver.ts'
import type { Family } from '../contract/family.ts'
import type { Implementation } from '../contract/implementation.ts'
import type { Module } from '../contract/module.ts'
import { buildIndex, type KnownModel } from '../detection/driver-index.ts'
import { readFolders, readUntested, type Folder } from './folder.ts'
import { readGolden, type Golden } from './golden.ts'

/** One module of one model: declared at least, else it is not here. */
export interface ModuleSupport {
  module: Module
  /**
   * Recordings (`<model>/<firmware>`) of this model, or of another of its family that has the very same
   * implementation, whose golden file of the module holds an answer.
   */
  testedBy: readonly string[]
  /**
   * The same, where the golden file holds an empty one: the module ran, and the recording has nothing of it.
   * Neither: declared, and never run.
   */
  emptyOn: readonly string[]
  /** Why it is not tested, in the words of `untested.json`. */
  reason: string | null
}

export interface ModelSupport {
  model: Model<unknown>
  family: Family<unknown>
  /** The model's own. */
  recordings: readonly string[]
  modules: readonly ModuleSupport[]
}

interface Evidence {
  folder: Folder
  known: KnownModel
}

/** An empty list, null, and what holds nothing else, say nothing. */
const says = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(says)
    : typeof value === 'object' && value !== null
      ? Object.values(value).some(says)
      : value !== null && value !== undefined && value !== ''

const answers = ({ data, sent = [], typed = [] }: Golden): boolean =>
  sent.length > 0 || typed.length > 0 || says(data)

/**
 * Recordings that ran this implementation. Another implementation under the same name, as of a model with
 * tables of its own, proves nothing.
 */
async function ranOn(
  evidence: readonly Evidence[],
  family: Family<unknown>,
  implementation: Implementation,
): Promise<Pick<ModuleSupport, 'testedBy' | 'emptyOn'>> {
  const { name } = implementation.module
  const ran = evidence
    .filter(
      ({ folder, known }) =>
        known.family === family && known.modules.get(name) === implementation && folder.golden.has(name),
    )
    .map(({ folder }) => folder)
  const answered = await Promise.all(ran.map(async folder => answers(await readGolden(folder, name))))
  return {
    testedBy: ran.filter((_, at) => answered[at]).map(folder => folder.name),
    emptyOn: ran.filter((_, at) => !answered[at]).map(folder => folder.name),
  }
}

/**
 * What every model of a driver can do, and which of it was run on a recording: read from the folders that
 * `testDriver` runs, so that it says no more than the tests do. `recordings`: URL of the driver's folder of
 * that name, with a slash at its end.
 * @throws Error for a folder or an `untested.json` that cannot be read
 */
export async function supportOf(driver: Driver, recordings: URL): Promise<ModelSupport[]> {
  const index = buildIndex([driver])
  const untested = await readUntested(recordings)
  if (untested instanceof Error) throw untested
  const evidence = (await readFolders(recordings)).flatMap(({ folder }): Evidence[] => {
    if (folder instanceof Error) throw folder
    const known = index.models.get(folder.device.model)
    return known ? [{ folder, known }] : []
  })
  return Promise.all(
    [...index.models.values()].map(async ({ model, family, modules }) => ({
      model,
      family,
      recordings: evidence
        .filter(({ folder }) => folder.device.model === model.key)
        .map(({ folder }) => folder.name),
      modules: await Promise.all(
        [...modules.values()].map(async implementation => ({
          module: implementation.module,
          ...(await ranOn(evidence, family, implementation)),
          reason:
            untested.modules?.[`${model.key}/${implementation.module.name}`] ??
            untested.families?.[family.id] ??
            null,
        })),
      ),
    })),
  )
}
