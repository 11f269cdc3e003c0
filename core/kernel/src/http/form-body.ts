import { isUtf8 } from 'node:buffer'
import qs from 'qs'
import { fail } from '../errors.ts'
import { assertStorable } from './storable.ts'

const limits = { depth: 8, parameterLimit: 1000, arrayLimit: 1000 }
const forbidden = /(?:^|[&[])(?:__proto__|constructor|prototype)(?:[\]=&[]|$)/

const refuse = (what: string): never => {
  throw fail('FORM_UNREADABLE', { what })
}

/** Ordinary objects in place of the parser's, which have no prototype. Texts must be storable. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  assertStorable(value)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
}

/**
 * The members of a form as PHP writes it: `a[b]=c`, `a[]=1`, `a[0]=1`. Undefined if it is empty.
 * @throws ApiError FORM_UNREADABLE that says what is wrong
 */
export function parseForm(body: Buffer): unknown {
  if (!isUtf8(body)) return refuse('it is not UTF-8')
  const text = body.toString('utf8')
  if (text.trim() === '') return undefined
  if (forbidden.test(text.replace(/%5B/gi, '[').replace(/%5D/gi, ']'))) return refuse('a key is not allowed')
  try {
    return plain(
      qs.parse(text, { ...limits, strictDepth: true, throwOnLimitExceeded: true, plainObjects: true }),
    )
  } catch (error) {
    if (error instanceof RangeError) return refuse(error.message)
    throw error
  }
}
