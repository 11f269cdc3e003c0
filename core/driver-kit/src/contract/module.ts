import type { Static, TSchema } from 'typebox'

/**
 * What a module asks and answers, declared once by the kit (one file in `modules/`) and the same for every
 * vendor.
 */
export interface Module<A extends TSchema = TSchema, R extends TSchema = TSchema> {
  /** Name as clients call it, e.g. `interfaces_list`; a vendor's own module is `<driver>.<name>`. */
  name: string
  kind: 'read' | 'change'
  /**
   * A reading module that makes the device do something (a cable test): it locks the device as a change does,
   * and by default the device is asked, not the stored answer.
   */
  exclusive?: true
  /**
   * Permission a caller needs: `device_show` for every reading module, the module's own for one that changes
   * a device.
   */
  permission: string
  summary: string
  args: A
  /** Shape of the answer, with units and what null means in the descriptions. */
  result: R
  /** An answer as a real device would give it; validated by the tests and shown in the OpenAPI document. */
  example: Static<R>
}

/** Declares a module. The identity function, for inference. */
export const defineModule = <A extends TSchema, R extends TSchema>(module: Module<A, R>): Module<A, R> =>
  module

/**
 * What a module answers, and what it is asked, as types: for a driver's own functions, which then need not
 * know TypeBox.
 */
export type ResultOf<M extends Module> = Static<M['result']>
export type ArgsOf<M extends Module> = Static<M['args']>
