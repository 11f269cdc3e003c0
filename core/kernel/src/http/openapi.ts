import type { Operation } from './contract.ts'
import { isTagged } from './operation-schema.ts'
import type { JsonSchema } from './named-schemas.ts'
import { tags } from './tags.ts'

/**
 * Schema of every error, for the document only. Errors are written without a serializer, because their
 * details have no fixed fields.
 */
export const errorSchema: JsonSchema = {
  $id: 'kernel.Error',
  type: 'object',
  description: 'Every error. With Accept: application/problem+json it comes in the form of RFC 9457',
  required: ['statusCode', 'meta', 'error'],
  properties: {
    statusCode: { type: 'integer', minimum: 400, maximum: 599 },
    meta: { type: 'null' },
    error: {
      type: 'object',
      required: ['type', 'code', 'description', 'details', 'request_id'],
      properties: {
        type: { type: 'string', description: 'Kind of error, e.g. VALIDATION_ERROR' },
        code: { type: 'string', description: 'Stable machine code, e.g. DEVICE_TIMEOUT' },
        description: { type: 'string', description: 'What was wrong and what to do' },
        details: {
          type: 'array',
          description: 'Bad fields, or what arrived before a device failed',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: { path: { type: 'string' }, message: { type: 'string' } },
            additionalProperties: true,
          },
        },
        request_id: { type: 'string' },
      },
    },
  },
}

const meanings: Readonly<Record<number, string>> = {
  400: 'A parameter or field is wrong',
  401: 'No valid key',
  403: 'The permission is missing',
  404: 'Unknown, or not for this user',
  409: 'Conflict with another change',
  412: 'Changed since it was read',
  413: 'The body is too large',
  422: 'The model does not support it',
  429: 'Too many requests',
  500: 'The service failed',
  502: 'The device refused it, or its answer cannot be understood',
  503: 'The service or its database is not available',
  504: 'The device is silent',
}

function statusesOf({ method, path, spec }: Operation): number[] {
  const always = [400, 429, 500, 503]
  const signedIn = spec.permission === 'public' ? [] : [401, 403]
  const named = path.includes(':') ? [404] : []
  const write = method === 'GET' ? [] : [409, 413]
  const matched = method === 'PUT' || method === 'DELETE' ? [412] : []
  const device = spec.changesDevice || spec.asksDevice ? [409, 422, 502, 504] : []
  return [...new Set([...always, ...signedIn, ...named, ...write, ...matched, ...device])].toSorted(
    (a, b) => a - b,
  )
}

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/kernel.Error' } } }

type Document = {
  paths?: Record<string, Record<string, JsonSchema>>
  tags?: unknown
  components?: { schemas?: Record<string, JsonSchema> }
}

const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  schema: { type: 'string', maxLength: 255 },
  description: 'The same key, user and request within 24 h get the same answer and change the device once',
}
const insist = {
  in: 'header',
  name: 'X-Insist',
  schema: { type: 'string', enum: ['true'] },
  description: 'Ask devices that are known to be down too. Without it they are 504 at once',
}
const ifMatch = {
  in: 'header',
  name: 'If-Match',
  schema: { type: 'string' },
  description: 'ETag of the GET of this path: 412 when it is no longer that',
}

/** Any value that fits a schema. It is `meta` in examples, in which only `data` matters. */
function sample(schema: JsonSchema, named: Readonly<Record<string, JsonSchema>>): unknown {
  const {
    $ref,
    anyOf,
    examples,
    default: standard,
    const: only,
    enum: values,
    type,
  } = schema as {
    $ref?: string
    anyOf?: JsonSchema[]
    examples?: unknown[]
    default?: unknown
    const?: unknown
    enum?: unknown[]
    type?: string
  }
  if ($ref !== undefined) return sample(named[$ref.split('/').at(-1)!] ?? {}, named)
  if (anyOf) return sample(anyOf[0] ?? {}, named)
  const given = examples?.[0] ?? standard ?? only ?? values?.[0]
  if (given !== undefined) return given
  if (type === 'object') {
    const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
    return Object.fromEntries(
      ((schema['required'] as string[]) ?? []).map(name => [name, sample(properties[name] ?? {}, named)]),
    )
  }
  if (type === 'string') return schema['format'] === 'date-time' ? '2026-01-31T12:00:00.000Z' : ''
  return type === 'integer' || type === 'number'
    ? (schema['minimum'] ?? 0)
    : type === 'boolean'
      ? false
      : type === 'array'
        ? []
        : null
}

/** Adds what all operations have: errors, permission, examples and the tags in use. */
export function completeDocument(bare: object, operations: readonly Operation[]): object {
  const document = structuredClone(bare) as Document
  const byId = new Map(operations.map(operation => [operation.spec.operationId, operation]))
  const named = document.components?.schemas ?? {}
  const tagged = new Set(operations.filter(isTagged).map(({ path }) => path))
  const used = new Set<string>()
  for (const item of Object.values(document.paths ?? {})) {
    for (const entry of Object.values(item)) {
      for (const tag of (entry['tags'] as string[]) ?? []) used.add(tag)
      const operation = byId.get(entry['operationId'] as string)
      if (!operation) continue
      const responses = entry['responses'] as Record<string, JsonSchema>
      for (const status of statusesOf(operation))
        responses[status] = { description: meanings[status] ?? 'Error', content: errorContent }
      responses['default'] = { description: 'Any other error', content: errorContent }
      const headers = [
        ...(operation.spec.changesDevice ? [idempotencyKey] : []),
        ...(operation.spec.changesDevice || operation.spec.asksDevice ? [insist] : []),
        ...(tagged.has(operation.path) && statusesOf(operation).includes(412) ? [ifMatch] : []),
      ]
      if (headers.length > 0)
        entry['parameters'] = [...((entry['parameters'] as JsonSchema[]) ?? []), ...headers]
      const { example, status = 200 } = operation.spec
      const json = (responses[status]?.['content'] as Record<string, JsonSchema> | undefined)?.[
        'application/json'
      ]
      if (!json || example === undefined) continue
      const { meta = {} } = ((json['schema'] as JsonSchema)['properties'] ?? {}) as Record<string, JsonSchema>
      json['example'] = { statusCode: status, meta: sample(meta, named), data: example }
    }
  }
  document.tags = [
    ...Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    ...[...used]
      .filter(name => !Object.hasOwn(tags, name))
      .toSorted()
      .map(name => ({ name, description: `Operations of the plugin ${name}` })),
  ]
  // The document names a schema by its key. `$id` would be a base address (OpenAPI 3.1, 4.8.24).
  for (const schema of Object.values(named)) delete schema['$id']
  return document
}
