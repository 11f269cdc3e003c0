import { Type as T, type TProperties, type TSchema } from 'typebox'

/** An object without other fields than the declared ones. Another field is an error 400 that names it. */
export const closedObject = <P extends TProperties>(
  fields: P,
  options: { $id?: string; description?: string; examples?: readonly unknown[] } = {},
) => T.Object(fields, { additionalProperties: false, ...options })

/** The value or null. */
export const nullable = <S extends TSchema>(schema: S) => T.Union([schema, T.Null()])

/** A text that a person writes, of one or more lines. NUL is refused, because PostgreSQL cannot store it. */
export const text = (maxLength: number, options: { minLength?: number; description?: string } = {}) =>
  T.String({ maxLength, pattern: '^[^\\u0000]*$', ...options })

/** RFC 3339 in UTC with milliseconds, the JSON of a `Date`. */
export const Time = T.Unsafe<Date>({ type: 'string', format: 'date-time' })

/** An object with any fields, for data of the client. */
export const freeObject = (description: string) => T.Record(T.String(), T.Unknown(), { description })

/** Identifiers are 32-bit integers; built-in rows have negative ones. */
export const Id = T.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
/** Id of a row of a log, which may have more rows than 32 bits count. It stays exact as a number of JSON. */
export const LogId = T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** An id, with what has it. */
export const idOf = (what: string) => T.Integer({ ...Id, description: `Id of ${what}` })
/** Path parameters of `/…/:id`. */
export const IdParams = closedObject({ id: idOf('the object') })

/**
 * A reference as an object. Only its id is read: clients send the other fields back from an earlier answer.
 */
export const Reference = T.Object({ id: Id }, { description: 'Only the id counts' })

/**
 * A field that clients may send, for example back from an earlier answer, and that is not read. It does not
 * reach the handler, and `meta.ignored` of the answer names it.
 */
export const unread = T.Optional(T.Unknown({ 'x-unread': true, description: 'Not read' }))

/** Fields of almost every answer that are not read. */
export const ignored = { created_at: unread, updated_at: unread }

/** Answer of an operation that removes one object. */
export const Deleted = closedObject({ id: Id }, { description: 'What was removed' })
