import { isIP } from 'node:net'
import { Ajv, type ValidateFunction } from 'ajv'
import type { ContractFaults } from './contract-faults.ts'
import type { JsonSchema } from './named-schemas.ts'

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i

/** Formats that schemas of requests may use. */
const formats = {
  'date-time': (text: string) => rfc3339.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  ipv4: (text: string) => isIP(text) === 4,
  ipv6: (text: string) => isIP(text) === 6,
  ip: (text: string) => isIP(text) !== 0,
  uri: (text: string) => URL.canParse(text),
  email: (text: string) => /^[^@\s]+@[^@\s]+$/.test(text),
  uuid: (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
}

function ajvOf(schemas: readonly JsonSchema[], coerceTypes: boolean | 'array', faults: ContractFaults): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    strict: false,
    logger: false,
    coerceTypes,
    formats,
  })
  for (const schema of schemas) {
    const name = String(schema['$id'])
    faults.attempt(name.split('.')[0]!, `schema "${name}"`, () => ajv.addSchema(schema))
  }
  return ajv
}

/** A schema of one part of a request. */
interface CheckedPart {
  schema: object
  httpPart?: string
  /** Reads numbers from texts in a body too. */
  coerce?: boolean
}

export type CompileCheck = (part: CheckedPart) => ValidateFunction

/** Bodies that came as a form. Their values are texts. */
const formBodies = new WeakSet<object>()
export const markForm = (body: unknown): void => {
  if (typeof body === 'object' && body !== null) formBodies.add(body)
}

/** A body's check: strict for JSON, coercing for a form. Most operations never get a form. */
function bodyCheck(strict: ValidateFunction, makeCoercing: () => ValidateFunction): ValidateFunction {
  let coercing: ValidateFunction | undefined
  const check = (body: unknown) => {
    const used = formBodies.has(body as object) ? (coercing ??= makeCoercing()) : strict
    const good = used(body)
    ;(check as { errors?: unknown }).errors = used.errors
    return good
  }
  return check as ValidateFunction
}

/**
 * Compiles the checks of requests. Addresses and forms are texts, so numbers are read from them. In JSON a
 * number must be a number.
 */
export function validators(schemas: readonly JsonSchema[], faults: ContractFaults): CompileCheck {
  const strict = ajvOf(schemas, false, faults)
  const coercing = ajvOf(schemas, 'array', faults)
  return ({ schema, httpPart, coerce = false }) =>
    httpPart === 'body' && !coerce
      ? bodyCheck(strict.compile(schema), () => coercing.compile(schema))
      : coercing.compile(schema)
}
