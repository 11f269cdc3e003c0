import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { explain, type Wrong } from './explain.ts'

export interface ValidateOptions {
  /**
   * For arguments of a query string: writes numbers, booleans and lists made from text, and defaults, into
   * the value.
   */
  coerce?: boolean
}

export type Validator = (value: unknown, options?: ValidateOptions) => Wrong[]

const shared = { allErrors: true, strict: false, validateSchema: false, addUsedSchema: false } as const
const strictAjv = new Ajv(shared)
const coercingAjv = new Ajv({ ...shared, coerceTypes: 'array', useDefaults: true })
for (const ajv of [strictAjv, coercingAjv]) formats.default(ajv)

const validators = new WeakMap<TSchema, Validator>()

/**
 * The check of a schema: all that is wrong with a value, at any depth (at most 50 findings, the path dotted:
 * `rows.3.mac_address`), empty when it fits. Undeclared fields are found where the schema closes its objects
 * (`additionalProperties: false`), as every module of the kit does. Compiled on first use and kept.
 */
export function validator(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known) return known
  let strict: ValidateFunction | undefined
  let coercing: ValidateFunction | undefined
  const made: Validator = (value, { coerce = false } = {}) => {
    const check = coerce ? (coercing ??= coercingAjv.compile(schema)) : (strict ??= strictAjv.compile(schema))
    return check(value) ? [] : explain(check.errors ?? [])
  }
  validators.set(schema, made)
  return made
}
