import { isIP } from 'node:net'
import { Ajv, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { explain, type InvalidValue } from '@linecard/driver-kit/validation'
import { isSound } from './schema-check.ts'

/** An address, or a network with its prefix length. */
function isCidr(text: string): boolean {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && Number(length ?? 0) <= (version === 4 ? 32 : 128)
}

const options = {
  allErrors: true,
  useDefaults: true,
  strict: false,
  logger: false,
  formats: { cidr: isCidr, uri: (text: string) => URL.canParse(text) },
} as const
const lenient = new Ajv({ ...options, coerceTypes: true })
const strict = new Ajv(options)
const compiled = new Map([lenient, strict].map(ajv => [ajv, new WeakMap<object, ValidateFunction>()]))

function faults(ajv: Ajv, schema: TSchema, value: unknown): InvalidValue[] {
  const known = compiled.get(ajv)!
  const validate = known.get(schema) ?? ajv.compile(schema)
  known.set(schema, validate)
  return validate(value) ? [] : explain(validate.errors ?? [])
}

/**
 * What is wrong with a value. Changes the value in place: texts become the numbers and booleans of the
 * schema, and defaults are filled in.
 */
export const faultsOf = (schema: TSchema, value: unknown): InvalidValue[] => faults(lenient, schema, value)

/** The same, but a number must be a number. */
export const strictFaultsOf = (schema: TSchema, value: unknown): InvalidValue[] =>
  faults(strict, schema, value)

/**
 * As `faultsOf`, as sentences. They name the key below `root`, never a value, because settings may be
 * secrets.
 */
export const check = (schema: TSchema, value: unknown, root = ''): string[] =>
  faultsOf(schema, value).map(({ path, message }) => `"${[root, path].filter(Boolean).join('.')}" ${message}`)

/** Why a value is no schema of an object of settings. Null if it is one. */
export function schemaFault(schema: object): string | null {
  if (!('type' in schema) || schema.type !== 'object') return 'must be T.Object({…})'
  if (isSound(schema, new Map())) return null
  try {
    for (const ajv of [lenient, strict]) ajv.compile(schema)
    return null
  } catch (error) {
    const place = /^schema is invalid: data\/?([^,]*)/.exec((error as Error).message)?.[1]
    return `is no valid JSON schema: ${place ?? (error as Error).message}`
  }
}
