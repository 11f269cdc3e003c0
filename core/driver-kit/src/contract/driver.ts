import type { Caution } from './caution.ts'
import type { Family } from './family.ts'
import type { Implementation } from './implementation.ts'
import type { ModelFacts, ModelIdentity } from './model.ts'

/** What distinguishes a model from all others. All given parts must match. */
export interface Detect {
  /** sysObjectID or a prefix of it, without leading dot. The longest match of all drivers wins. */
  objectId?: string | readonly string[]
  /** sysDescr must match. It decides between models with the same sysObjectID. */
  descr?: RegExp
  /**
   * One more request, sent only if several models are left. The value as text must match. A list: all of them
   * must match; a value that cannot be read does not match.
   */
  probe?: DetectProbe | readonly DetectProbe[]
  /**
   * Tables of the maker, as OIDs: each must have a row. Asked like a probe. They prove a family where an
   * operator has replaced sysDescr.
   */
  rows?: string | readonly string[]
}

/** One scalar that distinguishes models. */
export interface DetectProbe {
  oid: string
  matches: RegExp
}

/**
 * One model of a driver. `Params` is that of its family: `tsc` checks `params` against it.
 * A list of models of several families is a `Model<unknown>[]`.
 */
export type Model<Params = undefined> = ModelIdentity & {
  family: Family<Params>
  detect: Detect | readonly Detect[]
  /** Modules that only this model has, or that replace those of its family. */
  modules?: readonly Implementation<Params>[]
  /** What this model should not be asked routinely, beside what its family says. */
  cautions?: readonly Caution[]
} & (undefined extends Params ? { params?: Params } : { params: Params })

/** The facts of a model that functions of its family get: `session.model`. */
export const factsOf = ({ key, name, type, ports, params }: Model<unknown>): ModelFacts => ({
  key,
  name,
  type,
  ports,
  params,
})

/** The default export of a driver package: one vendor with its models. */
export interface Driver {
  /** The same as the name of the folder and the end of the package name. */
  id: string
  vendor: string
  /** Major version of this contract. */
  api: 1
  models: readonly Model<unknown>[]
}

/** Declares a driver. At the start and in tests, `checkDriver` finds what is wrong with it. */
export const defineDriver = (driver: Driver): Driver => driver

/** The families of a driver, each once, in the order of its models. */
export const familiesOf = ({ models }: Driver): Family<unknown>[] => [
  ...new Set(models.map(({ family }) => family)),
]
