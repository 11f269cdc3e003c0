import type { Module } from '@linecard/driver-kit'
import { Type as T, type TSchema } from 'typebox'
import { closedObject } from '../shapes.ts'
import type { LiveParts } from './parts.ts'

/** Row of a module's answer. */
export type Row = Record<string, unknown>
/**
 * Selects the part of a module's answer that belongs to one interface, given by its bind key. Undefined if
 * the answer does not show what belongs to the interface.
 */
export type Narrow = (data: never, id: number, parts: LiveParts) => unknown

/** A module of a live operation. One that stands in several parts of its answer is called once. */
export interface LiveModule {
  module: Module
  /** Arguments that every request sends. */
  args?: Readonly<Record<string, unknown>>
  /** For a module that cannot be asked for one interface. */
  narrow?: Narrow
  /**
   * `whole`: called only for a request without `interface`; `narrow`: only for one with it. By default it is
   * called for both.
   */
  when?: 'whole' | 'narrow'
}

/** The answer of a live operation: the modules that it calls, and the function that joins their parts. */
export interface LiveAnswer {
  schema: TSchema
  example: unknown
  modules: readonly LiveModule[]
  /** Null if all its parts are missing. */
  make(parts: LiveParts): unknown
}

const absent = 'null: not asked for, not supported by the model, or not received (see meta)'
/** The schema, or null for an answer that is missing. */
export const orAbsent = (schema: TSchema, description?: string) =>
  T.Union([schema, T.Null()], { description: description ? `${description}; ${absent}` : absent })

const hasInterface = (schema: TSchema): boolean =>
  'interface' in ((schema as { properties?: object }).properties ?? {})

/** Schema of a row, for a module that answers a list. */
export const itemsOf = ({ result }: Module) => (result as { items?: TSchema }).items
/** Interface of a row. */
export const interfaceOf = (row: Row) => (row['interface'] ?? null) as { id: number } | null

/** Whether a module takes an argument of this name. */
export const takes = ({ args }: Module, name: string): boolean =>
  Object.hasOwn((args as { properties?: object }).properties ?? {}, name)

/**
 * The function that selects the rows of one interface. Undefined for a module that takes the argument
 * `interface` itself, and for one whose rows have no `interface`.
 */
export const narrowOf = ({ module, narrow }: LiveModule): Narrow | undefined => {
  if (narrow) return narrow
  const items = itemsOf(module)
  return !takes(module, 'interface') && items && hasInterface(items)
    ? (rows: readonly Row[], id) => rows.filter(row => interfaceOf(row)?.id === id)
    : undefined
}

/** The answer of one module, with its schema from the catalogue. */
export const answerOf = (module: Module, options: Omit<LiveModule, 'module'> = {}): LiveAnswer => ({
  schema: module.result,
  example: module.example,
  modules: [{ module, ...options }],
  make: parts => parts.get(module.name)?.data ?? null,
})

/** An object of several answers. An answer that is missing is null. */
export function together(
  answers: Readonly<Record<string, LiveAnswer>>,
  options: { $id: string; description?: string },
): LiveAnswer {
  const each = <V>(of: (answer: LiveAnswer) => V) =>
    Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, of(answer)]))
  return {
    schema: closedObject(
      each(({ schema }) => orAbsent(schema)),
      options,
    ),
    example: each(({ example }) => example),
    modules: Object.values(answers).flatMap(({ modules }) => modules),
    make: parts => each(answer => answer.make(parts)),
  }
}
