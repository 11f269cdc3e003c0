import { isIP } from 'node:net'
import { Ajv, type ValidateFunction } from 'ajv'
import type { ContractFaults } from './contract-faults.ts'
import { keptOf, reached } from './kept.ts'
import type { JsonSchema } from './named-schemas.ts'
import { isSound } from '../config/schema-check.ts'

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

const ajvOf = (coerceTypes: boolean | 'array'): Ajv =>
  new Ajv({ allErrors: true, useDefaults: true, strict: false, logger: false, coerceTypes, formats })

/** A schema of one part of a request. */
interface CheckedPart {
  schema: object
  httpPart?: string
  /** Reads numbers from texts in a body too. */
  coerce?: boolean
}

/** A check of a part. @throws Error for a schema that cannot be compiled */
export type CompileCheck = (part: CheckedPart) => ValidateFunction

/** Bodies that came as a form. Their values are texts. */
const formBodies = new WeakSet<object>()
export const markForm = (body: unknown): void => {
  if (typeof body === 'object' && body !== null) formBodies.add(body)
}

/**
 * A check that is chosen, and compiled, when there is something to check. Fastify reads its errors from it.
 */
function lateCheck(choose: (data: unknown) => ValidateFunction): ValidateFunction {
  const check = (data: unknown) => {
    const chosen = choose(data)
    const good = chosen(data)
    check.errors = chosen.errors
    return good
  }
  check.errors = undefined as ValidateFunction['errors']
  return check as ValidateFunction
}

/**
 * Compiles with one setting, each schema once. The compiler is made for the first, and reads what it refers
 * to.
 */
function compiler(named: ReadonlyMap<string, JsonSchema>, coerceTypes: false | 'array') {
  let ajv: Ajv | undefined
  return (schema: object): ValidateFunction => {
    const beside = reached(schema, named)
    return keptOf(`check ${coerceTypes}`, schema, beside, () => {
      ajv ??= ajvOf(coerceTypes)
      for (const [id, one] of beside) if (!ajv.schemas[id]) ajv.addSchema(one)
      return ajv.compile(schema)
    })
  }
}

/** Finds named schemas that no compiler reads. */
function findWrong(named: ReadonlyMap<string, JsonSchema>, faults: ContractFaults): void {
  for (const [id, schema] of named)
    if (!isSound(schema, named))
      faults.attempt(id.split('.')[0]!, `schema "${id}"`, () => ajvOf(false).addSchema(schema))
}

/**
 * Checks of requests. Addresses and forms are texts, so numbers are read from them. In JSON a number must be
 * a number. A check is compiled when its first request comes, but at once if its schema may be wrong.
 */
export function validators(named: ReadonlyMap<string, JsonSchema>, faults: ContractFaults): CompileCheck {
  findWrong(named, faults)
  const strict = compiler(named, false)
  const coercing = compiler(named, 'array')
  return ({ schema, httpPart, coerce = false }) => {
    const isJson = httpPart === 'body' && !coerce
    if (!isSound(schema, named)) (isJson ? strict : coercing)(schema)
    let [asJson, asTexts]: (ValidateFunction | undefined)[] = []
    return lateCheck(data =>
      isJson && !formBodies.has(data as object)
        ? (asJson ??= strict(schema))
        : (asTexts ??= coercing(schema)),
    )
  }
}
