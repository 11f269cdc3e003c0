import type { Module } from '@linecard/driver-kit'
import { Type as T, type TArray, type TObject, type TProperties, type TSchema } from 'typebox'

/**
 * Fields of an object, all optional and without `interface`. Older clients cannot read null where they expect
 * a text or a number, so unknown fields are absent.
 */
export const optionalFields = <P extends TProperties>({ properties }: TObject<P>) => {
  const { interface: _, ...fields } = properties
  return T.Partial(T.Object(fields as Omit<P, 'interface'>)).properties
}
/** The schema of one row of a module that answers a list. */
export const rowOf = <P extends TProperties>({ result }: Module<TSchema, TArray<TObject<P>>>) => result.items
/** Fields of one row, as `optionalFields`. */
export const rowFieldsOf = <P extends TProperties>(module: Module<TSchema, TArray<TObject<P>>>) =>
  optionalFields(rowOf(module))

const absent = 'null: not supported by the model, or not read (see meta)'

/** A block of the diagnosis: a schema, or null. */
export const block = <S extends TSchema>(schema: S, description: string) =>
  T.Union([schema, T.Null()], { description: `${description}; ${absent}` })
