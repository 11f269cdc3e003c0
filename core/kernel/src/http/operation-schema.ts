import { actionOf, isRecorded } from './action-names.ts'
import type { Operation, RunningPlugin } from './contract.ts'
import type { ContractFaults } from './contract-faults.ts'
import { Ignored, metaSchema } from './meta-schema.ts'
import { createNamedSchemas, type JsonSchema, type NamedSchemas } from './named-schemas.ts'

/** Paths of single resources end in a parameter. */
const isSingle = (path: string): boolean => /\/:\w+$/.test(path)

export const isRaw = ({ spec }: Operation): boolean => 'raw' in spec.response

/**
 * Whether this answer gets an ETag: a single resource, in the envelope, without `meta`, which changes by
 * itself.
 */
export const isTagged = (operation: Operation): boolean =>
  operation.method === 'GET' &&
  (operation.spec.tagged === true || isSingle(operation.path)) &&
  !operation.spec.meta &&
  !isRaw(operation)

const envelope = (schemas: NamedSchemas, operation: Operation, status: number): JsonSchema => ({
  description: operation.spec.summary,
  type: 'object',
  required: ['statusCode', 'meta', 'data'],
  properties: {
    statusCode: { type: 'integer', const: status },
    meta: metaSchema(schemas, operation),
    data: schemas.refer(operation.plugin, operation.spec.response),
  },
})

/**
 * A raw answer has no envelope. The keyword `contentMediaType` has its media type, or several. The rest of
 * the schema tells what JSON has; anything else is a text.
 */
const rawAnswer = ({ spec }: Operation, schemas: NamedSchemas): JsonSchema => {
  const { contentMediaType = 'application/octet-stream', ...rest } = spec.response as {
    contentMediaType?: string | string[]
  }
  const schemaFor = (type: string) => {
    if (type !== 'application/json') return { type: 'string' }
    const { raw: _, ...schema } = schemas.inline(rest as typeof spec.response)
    return schema
  }
  return {
    description: spec.summary,
    content: Object.fromEntries([contentMediaType].flat().map(type => [type, { schema: schemaFor(type) }])),
  }
}

/** Closes a body or query, if its author did not decide: else a misspelt field would be ignored. */
const closed = (schema: JsonSchema): JsonSchema =>
  schema['type'] === 'object' && !('additionalProperties' in schema)
    ? { ...schema, additionalProperties: false }
    : schema

const nothing: JsonSchema = { type: 'object', additionalProperties: false, properties: {} }

/** Fields of the form of an upload, without its file. */
export const fieldsSchema = ({ spec }: Operation, schemas: NamedSchemas): JsonSchema =>
  spec.body ? closed(schemas.inline(spec.body)) : nothing

/** The form of an upload, and the media types that can be the whole body. */
function uploadBody(operation: Operation, schemas: NamedSchemas): JsonSchema {
  const { field, types = [] } = operation.spec.upload!
  const fields = fieldsSchema(operation, schemas) as { properties?: JsonSchema; required?: string[] }
  const file: JsonSchema = { type: 'string', format: 'binary', description: 'The file' }
  const form = {
    ...fields,
    properties: { ...fields.properties, [field]: file },
    required: [...(fields.required ?? []), field],
  }
  return {
    content: {
      'multipart/form-data': { schema: form },
      ...Object.fromEntries(types.map(type => [type, { schema: file }])),
    },
  }
}

/** An operation is the same in all applications of its plugin, and so is what was made of its schemas. */
const described = new WeakMap<Operation, JsonSchema>()

/** An operation for Fastify and for the document. Its named schemas are those of `namedSchemasOf`. */
export function schemaOf(operation: Operation, schemas: NamedSchemas): JsonSchema {
  const known = described.get(operation)
  if (known) return known
  const made = describe(operation, schemas)
  described.set(operation, made)
  return made
}

function describe(operation: Operation, schemas: NamedSchemas): JsonSchema {
  const { plugin, spec } = operation
  const { status = 200, deprecated } = spec
  const description = [spec.description, deprecated && `Deprecated: ${deprecated}`].filter(Boolean)
  return {
    operationId: spec.operationId,
    tags: [spec.tag],
    summary: spec.summary,
    ...(description.length > 0 ? { description: description.join('\n\n') } : {}),
    ...(deprecated ? { deprecated: true } : {}),
    'x-permission': spec.permission,
    ...(spec.scope ? { 'x-scope': spec.scope } : {}),
    ...(isRecorded(operation) ? { 'x-action': actionOf(operation) } : {}),
    ...(spec.permission === 'public' ? { security: [] } : {}),
    ...(spec.multipart ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
    ...(spec.params ? { params: schemas.inline(spec.params) } : {}),
    querystring: spec.query ? closed(schemas.inline(spec.query)) : nothing,
    ...(spec.upload
      ? { body: uploadBody(operation, schemas) }
      : spec.body
        ? { body: closed(schemas.refer(plugin, spec.body)) }
        : {}),
    response: {
      [status]: isRaw(operation) ? rawAnswer(operation, schemas) : envelope(schemas, operation, status),
      ...(spec.later ? { 202: envelope(schemas, operation, 202) } : {}),
    },
  }
}

/**
 * All named schemas of the plugins and their routes. Two schemas with one name, and references to unknown
 * ones, are faults.
 */
export function namedSchemasOf(
  plugins: readonly RunningPlugin[],
  operations: readonly Operation[],
  faults: ContractFaults,
): NamedSchemas {
  const schemas = createNamedSchemas()
  schemas.refer('kernel', Ignored)
  for (const { plugin } of plugins)
    for (const schema of plugin.schemas ?? [])
      faults.attempt(plugin.id, 'schemas', () => schemas.refer(plugin.id, schema))
  for (const { plugin, method, path, spec } of operations)
    for (const schema of [spec?.response, spec?.meta, spec?.upload ? undefined : spec?.body])
      if (schema) faults.attempt(plugin, `${method} ${path}`, () => schemas.refer(plugin, schema))
  schemas.finish(faults)
  return schemas
}
