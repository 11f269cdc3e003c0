import { between, pick } from '@linecard/simulator'
import { bodiesOf, type DocumentOperation, type OpenApiDocument } from '../support/contract.ts'
import { hostileText, hostileValue, mutated, valueOf, type Next, type Schema } from './values.ts'
import type { Raw } from './wire.ts'

export interface FuzzCase extends Raw {
  operation: DocumentOperation
  /** What is unusual about it. */
  kind: string
  method: string
  target: string
  /** The path still belongs to the operation. */
  onPath: boolean
}

interface Parameter {
  $ref?: string
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  schema?: Schema
  example?: unknown
}

export interface World {
  document: OpenApiDocument
  /** Key of an owner, for all but the operations that end sessions. */
  key: string
  /** Other keys. Null: none. */
  keys: readonly (string | null)[]
  /** Ids, addresses and names of things that exist, which parameters may name. */
  known: readonly string[]
}

const schemasOf = (document: OpenApiDocument) => document.components.schemas as Record<string, Schema>

function parametersOf(document: OpenApiDocument, { spec }: DocumentOperation): Parameter[] {
  const shared = (document.components as unknown as { parameters?: Record<string, Parameter> }).parameters
  return ((spec['parameters'] ?? []) as Parameter[]).map(one =>
    one.$ref ? shared![one.$ref.split('/').at(-1)!]! : one,
  )
}

/** Percent-encoded, or nearly. */
function encoded(text: string, next: Next): string {
  if (next() < 0.02) return pick(next, ['%', '%zz', '%00', '%ff%fe', '%c0%af', '%ed%a0%80', '%F0%9F'])
  return encodeURIComponent(text.toWellFormed())
}

function pathOf(world: World, operation: DocumentOperation, next: Next): { path: string; onPath: boolean } {
  let onPath = true
  const path = operation.path.replace(/\{[^}]+\}/g, () => {
    const text = next() < 0.7 ? pick(next, world.known) : hostileText(next)
    if (text === '' || text.includes('/') || text.length > 5_000) onPath = false
    return encoded(text, next)
  })
  if (/\.\.|%2e/i.test(path)) onPath = false
  return { path: next() < 0.03 ? `${path}/` : path, onPath }
}

function queryOf(world: World, parameters: readonly Parameter[], next: Next): string {
  const named = schemasOf(world.document)
  const pairs = parameters
    .filter(one => one.in === 'query' && next() < (one.required ? 0.9 : 0.35))
    .flatMap(({ name, schema }) => {
      const value = next() < 0.5 ? valueOf(schema, named, next) : hostileValue(next)
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      const pair = `${encodeURIComponent(name)}=${encoded(text, next)}`
      const way = next()
      if (way < 0.06) return [pair, pair]
      if (way < 0.1) return [`${encodeURIComponent(name)}[]=${encoded(text, next)}`]
      if (way < 0.13) return [`${encodeURIComponent(name)}[a]=${encoded(text, next)}`]
      return [pair]
    })
  if (next() < 0.04) pairs.push(`${encoded(hostileText(next), next)}=${encoded(hostileText(next), next)}`)
  if (next() < 0.02)
    pairs.push(pick(next, ['__proto__[a]=b', 'constructor=1', '&&&', '=', '_=1', '?a=b', 'a%00b=1']))
  const text = pairs.join('&').slice(0, next() < 0.02 ? 30_000 : 6_000)
  return text ? `?${text}` : ''
}

interface Body {
  kind: string
  type: string | null
  bytes: Buffer
}

function bodyOf(world: World, operation: DocumentOperation, next: Next): Body {
  const content = Object.entries(bodiesOf(operation))
  if (content.length === 0)
    return next() < 0.9
      ? { kind: 'no body', type: next() < 0.3 ? 'application/json' : null, bytes: Buffer.alloc(0) }
      : { kind: 'body where none is', type: 'application/json', bytes: Buffer.from('{"a":1}') }
  const [type, { schema, example }] = pick(next, content)
  const base =
    next() < 0.6 && example !== undefined
      ? example
      : valueOf(schema as Schema, schemasOf(world.document), next)
  if (type === 'multipart/form-data') return formOf(base, next)
  const way = between(next, 0, 19)
  const valid = JSON.stringify(base) ?? 'null'
  const json = (kind: string, text: string | Buffer): Body => ({
    kind,
    type: 'application/json',
    bytes: Buffer.from(text as string),
  })
  if (way < 4) return json('valid body', valid)
  if (way < 13) return json('mutated body', JSON.stringify(mutated(base, next)) ?? '')
  if (way === 13) return json('truncated JSON', valid.slice(0, between(next, 0, valid.length)))
  if (way === 14)
    return json('repeated members', valid.replace(/^\{/, '{"id":1,"id":2,"name":"a","name":"b",'))
  if (way === 15)
    return json(
      'not UTF-8',
      Buffer.concat([Buffer.from(valid.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80])]),
    )
  if (way === 16) return json('byte order mark', `\ufeff${valid}`)
  if (way === 17)
    return {
      kind: 'other media type',
      type: pick(next, [
        'text/plain',
        'application/xml',
        'application/json; charset=utf-16',
        'a',
        '',
        'image/png',
      ]),
      bytes: Buffer.from(valid),
    }
  if (way === 18)
    return {
      kind: 'form',
      type: 'application/x-www-form-urlencoded',
      bytes: Buffer.from(
        Object.entries((base ?? {}) as object)
          .map(([name, value]) => `${encodeURIComponent(name)}=${encoded(String(value), next)}`)
          .join('&'),
      ),
    }
  return json('hostile body', JSON.stringify(hostileValue(next)) ?? '')
}

function formOf(base: unknown, next: Next): Body {
  const boundary = 'xXfuzzXx'
  const parts = Object.entries((typeof base === 'object' && base) || { file: 'a' }).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"` +
      `${next() < 0.5 ? `; filename="${encoded(hostileText(next), next).slice(0, 200)}"` : ''}\r\n` +
      `${next() < 0.3 ? 'content-type: text/csv\r\n' : ''}\r\n${next() < 0.5 ? String(value) : hostileText(next)}\r\n`,
  )
  const whole = Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
  const cut = next() < 0.3
  return {
    kind: cut ? 'cut multipart' : 'multipart',
    type: `multipart/form-data; boundary=${next() < 0.95 ? boundary : 'other'}`,
    bytes: cut ? whole.subarray(0, between(next, 0, whole.length)) : whole,
  }
}

function oddHeaders(next: Next): string[] {
  const odd = [
    'accept: application/problem+json',
    'accept: text/html;q=0.1, */*;q=0',
    'accept-encoding: gzip, br',
    'accept-encoding: identity;q=0',
    'accept-language: uk, ru;q=0.5, *;q=0.1',
    'if-match: *',
    'if-match: W/"x", "y"',
    'if-none-match: W/"0"',
    'idempotency-key: fuzz-1',
    'idempotency-key: ',
    'idempotency-key: é',
    'range: bytes=0-18446744073709551616',
    'expect: 100-continue',
    'prefer: wait=99999999999',
    'origin: null',
    'origin: http://evil.example',
    'x-forwarded-for: 127.0.0.1, ::1',
    'x-insist: true',
    'x-request-id: a\tb',
    'content-encoding: gzip',
    'cookie: a=b',
    `x-long: ${'a'.repeat(9_000)}`,
    'authorization: Basic AAAA',
    'x-http-method-override: DELETE',
  ]
  return next() < 0.25 ? [pick(next, odd), ...(next() < 0.2 ? [pick(next, odd)] : [])] : []
}

/** Operations after which the key of the request is worth nothing. */
const endsSessions = /^identity\.(sign-out|session|two-factor)/

function keyOf({ key, keys }: World, { operationId }: DocumentOperation, next: Next): string | null {
  const way = next()
  if (way < 0.05) return hostileText(next).slice(0, 200)
  return way < 0.12 || endsSessions.test(operationId) ? pick(next, keys) : key
}

/** A request to an operation that is unusual in some way. */
export function caseOf(world: World, operation: DocumentOperation, next: Next): FuzzCase {
  const { path, onPath } = pathOf(world, operation, next)
  const parameters = parametersOf(world.document, operation)
  const target = path + queryOf(world, parameters, next)
  const { kind, type, bytes } = bodyOf(world, operation, next)
  const key = keyOf(world, operation, next)
  const long = next() < 0.01
  const length = long ? bytes.length + 1 : bytes.length
  const method = operation.method.toUpperCase()
  const head = [
    `${method} ${target} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: close',
    ...(key
      ? [
          `x-auth-key: ${Buffer.from(key)
            .toString('latin1')
            .replace(/[\r\n\0]/g, '')}`,
        ]
      : []),
    ...(type === null ? [] : [`content-type: ${type}`]),
    ...(bytes.length > 0 || method === 'POST' || method === 'PUT' ? [`content-length: ${length}`] : []),
    ...oddHeaders(next),
    '',
    '',
  ].join('\r\n')
  const aborts = next() < 0.01
  return {
    operation,
    kind: long ? 'body shorter than its length' : aborts ? 'client leaves' : kind,
    method,
    target,
    onPath,
    head,
    body: bytes,
    sent: aborts ? between(next, 1, head.length + bytes.length) : long ? head.length + bytes.length : null,
  }
}
