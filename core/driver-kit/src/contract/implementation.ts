import type { Static, TSchema } from 'typebox'
import type { Module } from './module.ts'
import type { Session } from './session.ts'

/**
 * A module as one family of devices does it. `Params` is the type of the model facts that its function reads;
 * unknown: it reads none, and every family can use it.
 */
export interface Implementation<Params = unknown> {
  module: Module
  /** A method, so that lists of implementations of several families have a common type. */
  run(session: Session<Params>, args: unknown): Promise<unknown>
  /** The second implementation of a module in one family must set it. */
  override?: true
}

/** Ties a function to a module; `tsc` checks its arguments and its result against the module's schemas. */
export const implement = <A extends TSchema, R extends TSchema, Params = unknown>(
  module: Module<A, R>,
  run: (session: Session<Params>, args: Static<A>) => Promise<Static<R>>,
  options: { override?: true } = {},
): Implementation<Params> => ({ module, run: (session, args) => run(session, args as Static<A>), ...options })
