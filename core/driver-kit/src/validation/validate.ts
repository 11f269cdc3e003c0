import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { DeviceError } from '../contract/errors.ts'
import type { Module } from '../contract/module.ts'
import { explain, type InvalidValue } from './explain.ts'

/** How a value is checked. By default its types must fit, and it stays as it is. */
export interface ValidateOptions {
  /** For a query string: converts texts in the value to numbers, booleans and lists, and adds defaults. */
  coerce?: boolean
}

/** Checks a value: what is wrong with it, at most 50 errors. With `coerce` it changes the value itself. */
export type Validator = (value: unknown, options?: ValidateOptions) => InvalidValue[]

const shared = { allErrors: true, strict: false, validateSchema: false, addUsedSchema: false } as const
const strictAjv = new Ajv(shared)
const coercingAjv = new Ajv({ ...shared, coerceTypes: 'array', useDefaults: true })
for (const ajv of [strictAjv, coercingAjv]) formats.default(ajv)

const validators = new WeakMap<TSchema, Validator>()

/**
 * The check of a schema. It returns at most 50 errors of a value at any depth, with dotted paths
 * (`rows.3.mac_address`); empty if the value is valid. Fields that are not declared are errors if the schema
 * has `additionalProperties: false`, as every module of the kit has. It is compiled on first use.
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

/**
 * What arrived before a call failed, if it is a result of the module. Undefined: nothing did, or `partial` of
 * the error has another shape, as that of a single GET or the text of a console.
 */
export const partialOf = (error: unknown, { result }: Module): unknown =>
  error instanceof DeviceError && error.partial !== undefined && validator(result)(error.partial).length === 0
    ? error.partial
    : undefined
