import type { Static, TSchema } from 'typebox'
import type { CliProfile } from './cli.ts'
import type { ModelFacts } from './model.ts'
import type { Module } from './module.ts'
import type { Session } from './session.ts'

/** A module as one family of devices does it. */
export interface Implementation {
  module: Module
  run(session: Session, args: unknown): Promise<unknown>
  /** Must be said by the second implementation of a module in one family. */
  override?: true
}

/** Ties a function to a module; `tsc` checks its arguments and its result against the module's schemas. */
export const implement = <A extends TSchema, R extends TSchema>(
  module: Module<A, R>,
  run: (session: Session, args: Static<A>) => Promise<Static<R>>,
  options: { override?: true } = {},
): Implementation => ({ module, run: (session, args) => run(session, args as Static<A>), ...options })

/** How a model is told from all others. All given parts must fit. */
export interface Detect {
  /** sysObjectID, without leading dot: it, or anything below it. The longest match of all drivers wins. */
  objectId?: string | readonly string[]
  /** sysDescr must match; decides among models of one sysObjectID. */
  descr?: RegExp
  /** Costs one more request, asked only when the above leave several models: the value as text must match. */
  probe?: { oid: string; matches: RegExp }
}

/** How a family's agents want to be asked. */
export interface SnmpTuning {
  /** Rows per GETBULK at most; halved and learnt per device when an agent chokes. */
  maxRepetitions?: number
  /** Columns asked in one request at most. */
  maxColumns?: number
  /** The agent does not answer GETBULK at all. */
  noBulk?: true
  /**
   * OIDs of a column may go back: the agent's rows stand in no order. A column then ends where it leaves its
   * subtree or a row comes twice.
   */
  unordered?: true
}

export interface Family {
  id: string
  snmp?: SnmpTuning
  /** How its command line behaves. */
  cli?: CliProfile
  modules: readonly Implementation[]
}

export interface Model extends ModelFacts {
  family: string
  detect: Detect | readonly Detect[]
  /** Modules that only this model has, or has another way. */
  modules?: readonly Implementation[]
}

export interface Driver {
  /** Equals the folder and the package's suffix. */
  id: string
  vendor: string
  /** Major version of this contract. */
  api: 1
  families: readonly Family[]
  models: readonly Model[]
}

/** Declares a driver. Data only: what is wrong with it is found by `checkDriver` at start and in tests. */
export const defineDriver = (driver: Driver): Driver => driver
