import type { Family } from './family.ts'
import type { Implementation } from './implementation.ts'
import type { ModelFacts, ModelIdentity } from './model.ts'

/** What distinguishes a model from all others. All given parts must match. */
export interface Detect {
  /** sysObjectID, without leading dot: it, or anything below it. The longest match of all drivers wins. */
  objectId?: string | readonly string[]
  /** sysDescr must match; decides among models of one sysObjectID. */
  descr?: RegExp
  /** Costs one more request, asked only when the above leave several models: the value as text must match. */
  probe?: { oid: string; matches: RegExp }
}

/**
 * One model of a driver. `Params` is that of its family: `tsc` checks `params` against it.
 * A list of models of several families is a `Model<unknown>[]`.
 */
export type Model<Params = undefined> = ModelIdentity & {
  family: Family<Params>
  detect: Detect | readonly Detect[]
  /** Modules that only this model has, or has another way. */
  modules?: readonly Implementation<Params>[]
} & (undefined extends Params ? { params?: Params } : { params: Params })

/** What the functions of a family get of a model: `session.model`. */
export const factsOf = ({ key, name, type, ports, params }: Model<unknown>): ModelFacts => ({
  key,
  name,
  type,
  ports,
  params,
})

export interface Driver {
  /** Equals the folder and the package's suffix. */
  id: string
  vendor: string
  /** Major version of this contract. */
  api: 1
  models: readonly Model<unknown>[]
}

/** Declares a driver. Data only; `checkDriver` finds what is wrong with it, at start and in tests. */
export const defineDriver = (driver: Driver): Driver => driver

/** The families of a driver, each once, in the order of its models. */
export const familiesOf = ({ models }: Driver): Family<unknown>[] => [
  ...new Set(models.map(({ family }) => family)),
]
