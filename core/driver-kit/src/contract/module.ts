import type { Static, TSchema } from 'typebox'

/** Arguments and result of a module. The kit declares them once (`modules/`), the same for every vendor. */
export interface Module<A extends TSchema = TSchema, R extends TSchema = TSchema> {
  /** Name as clients call it, e.g. `interfaces_list`; a vendor's own module is `<driver>.<name>`. */
  name: string
  kind: 'read' | 'change'
  /**
   * A reading module that makes the device do something (a cable test). It locks the device as a change does,
   * and by default it asks the device and does not use the stored answer.
   */
  exclusive?: true
  /**
   * Permission of the caller: `device_show` for a reading module, its own permission for a changing module.
   */
  permission: string
  summary: string
  args: A
  /** Schema of the answer. Its descriptions have the units and the meaning of null. */
  result: R
  /**
   * Fields of a record that every device has by its nature: a processor has a load. An answer that was asked
   * for one and has it not says `not_given`: null alone would mean that the device proved it. A list has
   * none: its rows came from the device, which thereby showed the cells that it has.
   */
  expected?: readonly string[]
  /** An answer as a real device gives it. Tests validate it; the OpenAPI document shows it. */
  example: Static<R>
}

/** Declares a module. It returns its argument, and gives TypeScript the types. */
export const defineModule = <A extends TSchema, R extends TSchema>(module: Module<A, R>): Module<A, R> =>
  module

/** The type of the result of a module, for a driver's own functions. */
export type ResultOf<M extends Module> = Static<M['result']>
/** The type of the arguments of a module, as its implementation gets them. */
export type ArgsOf<M extends Module> = Static<M['args']>
