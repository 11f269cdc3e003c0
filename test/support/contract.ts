import { isIP } from 'node:net'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export type Json = Readonly<Record<string, unknown>>
export interface DocumentOperation {
  method: 'get' | 'post' | 'put' | 'delete'
  /** As in the document, with parameters in braces. */
  path: string
  operationId: string
  spec: Json
}
/** One answer of an operation, without references to shared answers. */
export interface DocumentedAnswer {
  description?: string
  headers?: Json
  content?: Record<string, { schema?: unknown; example?: unknown }>
}
export interface OpenApiDocument {
  openapi: string
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json>; responses: Record<string, DocumentedAnswer> }
  tags: { name: string }[]
  [more: string]: unknown
}

const methods = ['get', 'post', 'put', 'delete'] as const

/** Every operation of a document, in its order. */
export const operationsOf = (document: OpenApiDocument): DocumentOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap(method =>
      item[method]
        ? [{ method, path, operationId: String(item[method]['operationId']), spec: item[method] }]
        : [],
    ),
  )

const targetOf = (document: OpenApiDocument, reference: unknown): Json =>
  String(reference)
    .split('/')
    .slice(1)
    .reduce((at, key) => at[key] as Json, document as Json)

/** The document with each parameter in its operation, also those that operations share, and its schema in it. */
export function withParameters(document: OpenApiDocument): OpenApiDocument {
  const whole = (part: Json): Json =>
    part['$ref'] === undefined ? part : { ...targetOf(document, part['$ref']), ...part, $ref: undefined }
  const parametersOf = (spec: Json) =>
    ((spec['parameters'] ?? []) as Json[])
      .map(whole)
      .map(one => ({ ...one, schema: whole(one['schema'] as Json) }))
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, spec]) => [
        method,
        spec['parameters'] === undefined ? spec : { ...spec, parameters: parametersOf(spec) },
      ]),
    ),
  ])
  return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] }
}

/** The answers of an operation by status, with the shared ones in place of references. */
export const answersOf = (
  document: OpenApiDocument,
  { spec }: DocumentOperation,
): Record<string, DocumentedAnswer> =>
  Object.fromEntries(
    Object.entries(spec['responses'] as Record<string, DocumentedAnswer & { $ref?: string }>).map(
      ([status, answer]) => [
        status,
        answer.$ref ? document.components.responses[answer.$ref.split('/').at(-1)!]! : answer,
      ],
    ),
  )

/** The bodies that an operation takes, by media type. */
export const bodiesOf = ({ spec }: DocumentOperation): NonNullable<DocumentedAnswer['content']> =>
  (spec['requestBody'] as DocumentedAnswer | undefined)?.content ?? {}

/** Headers of HTTP itself and of its protection, which the document does not list. */
const transport = new Set(
  'content-type content-length content-encoding transfer-encoding connection keep-alive date vary'.split(' '),
)
const protection =
  /^(content-security-policy|cross-origin-|origin-agent-cluster|referrer-policy|x-(content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection)$)/

const pointer = (...parts: (string | number)[]) =>
  parts
    .map(part => `/${encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')

/** Fixed parts of a path come before parameters: `/device/options` is not `/device/{id}`. */
const fixedParts = (path: string) => path.split('/').filter(part => !part.includes('{')).length

/** Checks answers against the served document. */
export interface Contract {
  readonly document: OpenApiDocument
  readonly operations: readonly DocumentOperation[]
  find(method: string, path: string): DocumentOperation | undefined
  /** @throws Error with the place at which an answer differs from the document */
  check(answer: {
    method: string
    path: string
    status: number
    contentType: string
    headers: Iterable<string>
    body: unknown
  }): void
  /** What is wrong with the body of an answer. Empty: nothing. */
  faultsOf(operation: DocumentOperation, status: string, mediaType: string, value: unknown): string[]
  /** The same with a body of a request. */
  faultsOfBody(operation: DocumentOperation, mediaType: string, value: unknown): string[]
  /** The same with a value of a named schema. */
  faultsOfSchema(name: string, value: unknown): string[]
}

export function contractOf(document: OpenApiDocument): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  addFormats.default(ajv)
  ajv.addFormat('ip', text => isIP(text) !== 0)
  ajv.addSchema(document, 'document')
  const operations = operationsOf(document)
  const patterns = operations
    .map(operation => ({
      operation,
      pattern: new RegExp(
        `^${operation.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`,
      ),
    }))
    .toSorted((a, b) => fixedParts(b.operation.path) - fixedParts(a.operation.path))
  const compiled = new Map<string, ValidateFunction>()

  const faultsAt = (at: string, value: unknown) => {
    const ref = `document#${at}`
    const validate = compiled.get(ref) ?? compiled.set(ref, ajv.compile({ $ref: ref })).get(ref)!
    return validate(value)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) =>
            `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
        )
  }
  const faultsOf: Contract['faultsOf'] = ({ path, method, spec }, status, mediaType, value) => {
    const { $ref } = (spec['responses'] as Record<string, { $ref?: string }>)[status] ?? {}
    const at = $ref ? $ref.slice(1) : pointer('paths', path, method, 'responses', status)
    return faultsAt(`${at}${pointer('content', mediaType, 'schema')}`, value)
  }
  const find: Contract['find'] = (method, path) =>
    patterns.find(({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(path))
      ?.operation

  return {
    document,
    operations,
    find,
    faultsOf,
    faultsOfBody: ({ path, method }, mediaType, value) =>
      faultsAt(pointer('paths', path, method, 'requestBody', 'content', mediaType, 'schema'), value),
    faultsOfSchema: (name, value) => faultsAt(pointer('components', 'schemas', name), value),
    check({ method, path, status, contentType, headers, body }) {
      const fail = (what: string): never => {
        throw new Error(
          `${method} ${path} → ${status}: ${what}; the answer was ${JSON.stringify(body)?.slice(0, 600)}`,
        )
      }
      const operation = find(method, path) ?? fail('the document has no such operation')
      const key = String(status)
      const answer = answersOf(document, operation)[key] ?? fail('the document does not know this status')
      const declared = new Set(Object.keys(answer.headers ?? {}).map(name => name.toLowerCase()))
      for (const name of headers)
        if (!declared.has(name) && !transport.has(name) && !protection.test(name))
          fail(`the document does not know the header ${name}`)
      if (status === 304) return
      const mediaType = contentType.split(';')[0]!.trim()
      const known = Object.keys(answer.content ?? {})
      if (!/[/+]json/.test(mediaType)) {
        if (
          !known.some(
            type => type === mediaType || type.replace('/*', '/') === mediaType.replace(/\/.*/, '/'),
          )
        )
          fail(`the document does not know the media type ${mediaType}`)
        return
      }
      if (!known.includes(mediaType)) fail(`the document does not know the media type ${mediaType}`)
      const faults = faultsOf(operation, key, mediaType, body)
      if (faults.length > 0) fail(`not as the document says: ${faults.slice(0, 5).join(' · ')}`)
      if (mediaType === 'application/problem+json') return
      if ((body as { statusCode?: unknown }).statusCode !== status) fail('statusCode differs from the status')
      if ('error' in (body as object) === 'data' in (body as object)) fail('must have either data or error')
    },
  }
}
