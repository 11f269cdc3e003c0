import { isIP } from 'node:net'
import { Ajv } from 'ajv'
import type { Shape } from './shapes.ts'

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i

/** Formats that requests may name. */
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

function ajvOf(shapes: readonly Shape[], coerceTypes: boolean | 'array'): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    strict: false,
    logger: false,
    coerceTypes,
    formats,
  })
  for (const shape of shapes) ajv.addSchema(shape)
  return ajv
}

interface Part {
  schema: object
  httpPart?: string
  coerce?: boolean
}

/**
 * Checks of requests. Addresses and forms are texts, so their numbers are read; in JSON a number must be a
 * number.
 */
export function validators(shapes: readonly Shape[]) {
  const strict = ajvOf(shapes, false)
  const coercing = ajvOf(shapes, 'array')
  return ({ schema, httpPart, coerce = false }: Part) =>
    (httpPart === 'body' && !coerce ? strict : coercing).compile(schema)
}
