import type { Module } from '@linecard/driver-kit'
import { nullable } from '@linecard/plugin-kit'
import { Type as T, type TArray, type TObject, type TProperties, type TSchema } from 'typebox'

/** Whether a value of this schema may be null. */
const takesNull = (schema: TSchema): boolean => {
  const { type, anyOf } = schema as { type?: unknown; anyOf?: TSchema[] }
  return type === 'null' || (anyOf?.some(takesNull) ?? false)
}

/**
 * Fields of an object without `interface`. All are present: older clients throw where one is missing. What
 * the device does not give is null.
 */
export const presentFields = <P extends TProperties>({ properties }: TObject<P>) => {
  const { interface: _, ...fields } = properties
  const { properties: required } = T.Required(T.Object(fields as Omit<P, 'interface'>))
  return Object.fromEntries(
    Object.entries(required as TProperties).map(([name, one]) => [
      name,
      takesNull(one) ? one : nullable(one),
    ]),
  ) as { [K in keyof typeof required]: TSchema }
}
/** The schema of one row of a module that answers a list. */
export const rowOf = <P extends TProperties>({ result }: Module<TSchema, TArray<TObject<P>>>) => result.items
/** Fields of one row, as `presentFields`. */
export const rowFieldsOf = <P extends TProperties>(module: Module<TSchema, TArray<TObject<P>>>) =>
  presentFields(rowOf(module))

const absent = 'null: not supported by the model, or not read (see meta)'

/** A block of the diagnosis: a schema, or null. */
export const block = <S extends TSchema>(schema: S, description: string) =>
  T.Union([schema, T.Null()], { description: `${description}; ${absent}` })
