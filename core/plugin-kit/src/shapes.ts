import { Type as T, type TProperties, type TSchema } from 'typebox'

/** An object that takes nothing but what is declared: an extra field is a 400 that names it. */
export const closedObject = <P extends TProperties>(
  fields: P,
  options: { $id?: string; description?: string; examples?: readonly unknown[] } = {},
) => T.Object(fields, { additionalProperties: false, ...options })

/** The value or null. */
export const nullable = <S extends TSchema>(schema: S) => T.Union([schema, T.Null()])

/** One line or several of a person's text. NUL is refused: PostgreSQL cannot store it. */
export const text = (maxLength: number, options: { minLength?: number; description?: string } = {}) =>
  T.String({ maxLength, pattern: '^[^\\u0000]*$', ...options })

/** RFC 3339 in UTC with milliseconds; a `Date` is written so. */
export const Time = T.Unsafe<Date>({ type: 'string', format: 'date-time' })

/** Free JSON of the user's own. */
export const freeObject = (description: string) => T.Record(T.String(), T.Unknown(), { description })

/** Identifiers are 32-bit integers; built-in rows have negative ones. */
export const Id = T.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
export const IdParams = closedObject({ id: Id })

/**
 * A nested object where a reference is meant: only its id counts, the rest is what the client happened to
 * hold.
 */
export const Reference = T.Object({ id: Id }, { description: 'Only the id counts' })

/** What a client sends back from an earlier answer and nobody may set. */
export const ignored = { created_at: T.Optional(T.Unknown()), updated_at: T.Optional(T.Unknown()) }

export const Deleted = closedObject({ id: Id }, { description: 'What was removed' })
