import type { Static, TSchema } from 'typebox'
import type { Module } from './module.ts'
import type { Session } from './session.ts'

/** What the device shows of a change: all of it, nothing of it, or too little to tell. */
export interface Verification {
  result: 'DONE' | 'NOT_DONE' | 'UNKNOWN'
  /** What the device shows. */
  evidence: string
}

/**
 * How one family of devices does a module. `Params` is the type of the model facts that its function reads.
 * `unknown`: it reads none, so every family can use it.
 */
export interface Implementation<Params = unknown> {
  module: Module
  /** Declared as a method, so that implementations of several families fit in one list. */
  run(session: Session<Params>, args: unknown): Promise<unknown>
  /**
   * Looks whether the device shows the change of these arguments, and sends nothing that changes it. Absent:
   * the change leaves nothing that could be read back (a restart, cleared counters).
   */
  verify?(session: Session<Params>, args: unknown): Promise<Verification>
  /** The second implementation of a module in one family must set it. */
  override?: true
  /**
   * It has to write to the device before it can read (selector registers). The call locks the device as a
   * change does; its answer is kept like that of any reading module.
   */
  exclusive?: true
  /**
   * What answers: the name of a MIB (`Q-BRIDGE-MIB`), `RouterOS API`, or `console`. Absent: the vendor's own
   * objects.
   */
  source?: string
  /** Names of all sources, where it reads several and joins their rows. */
  joins?: readonly string[]
  /** The modules whose answers it converts. Their sources are also its own. */
  from?: readonly Module[]
  /** It is the whole answer: the standard MIBs, which would be asked after it, have nothing to add. */
  alone?: true
  /** Other sources of the same answer. They are asked in this order where this one has no values. */
  next?: readonly Implementation<Params>[]
}

/** Name of the source of an implementation that reads the console. */
export const consoleSource = 'console'

type Options<Params> = Omit<Implementation<Params>, 'module' | 'run'>

/** Joins a function with a module. `tsc` checks its arguments and its result against the module's schemas. */
export const implement = <A extends TSchema, R extends TSchema, Params = unknown>(
  module: Module<A, R>,
  run: (session: Session<Params>, args: Static<A>) => Promise<Static<R>>,
  options: Options<Params> = {},
): Implementation<Params> => ({ module, run: (session, args) => run(session, args as Static<A>), ...options })
