import { actionOf, isRecorded } from './actions.ts'
import type { Operation } from './contract.ts'
import { isSingle } from './etag.ts'
import type { Shape, Shapes } from './shapes.ts'

const isRaw = ({ spec }: Operation) => 'raw' in spec.response

/**
 * Whether the kernel tags this answer: a single resource, in the envelope, without `meta` that changes by
 * itself.
 */
export const isTagged = (operation: Operation): boolean =>
  operation.method === 'GET' &&
  (operation.spec.tagged === true || isSingle(operation.path)) &&
  !operation.spec.meta &&
  !isRaw(operation)

const envelope = (shapes: Shapes, { plugin, spec }: Operation, status: number): Shape => ({
  description: spec.summary,
  type: 'object',
  required: ['statusCode', 'meta', 'data'],
  properties: {
    statusCode: { type: 'integer', const: status },
    meta: spec.meta ? shapes.refer(plugin, spec.meta) : { type: 'null' },
    data: shapes.refer(plugin, spec.response),
  },
})

/** A raw answer has no envelope; its media type, or several, stand in the keyword `contentMediaType`. */
const rawAnswer = ({ spec }: Operation): Shape => {
  const { contentMediaType = 'application/octet-stream' } = spec.response as {
    contentMediaType?: string | string[]
  }
  return {
    description: spec.summary,
    content: Object.fromEntries(
      [contentMediaType].flat().map(type => [type, { schema: { type: 'string' } }]),
    ),
  }
}

/** An open body or query would swallow a misspelt field: unless its author said otherwise it is closed. */
const closed = (schema: Shape): Shape =>
  schema['type'] === 'object' && !('additionalProperties' in schema)
    ? { ...schema, additionalProperties: false }
    : schema

const nothing: Shape = { type: 'object', additionalProperties: false, properties: {} }

/** Fields of an upload's form, without its file. */
export const fieldsShape = ({ spec }: Operation, shapes: Shapes): Shape =>
  spec.body ? closed(shapes.inline(spec.body)) : nothing

/** The form of an upload, and the media types that may be the whole body. */
function uploadBody(operation: Operation, shapes: Shapes): Shape {
  const { field, types = [] } = operation.spec.upload!
  const fields = fieldsShape(operation, shapes) as { properties?: Shape; required?: string[] }
  const file: Shape = { type: 'string', format: 'binary', description: 'The file' }
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

/** What Fastify and the document are told of an operation. */
export function schemaOf(operation: Operation, shapes: Shapes): Shape {
  const { plugin, spec } = operation
  const { status = 200 } = spec
  return {
    operationId: spec.operationId,
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.description ? { description: spec.description } : {}),
    'x-permission': spec.permission,
    ...(isRecorded(operation) ? { 'x-action': actionOf(operation) } : {}),
    ...(spec.permission === 'public' ? { security: [] } : {}),
    ...(spec.multipart ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
    ...(spec.params ? { params: shapes.inline(spec.params) } : {}),
    querystring: spec.query ? closed(shapes.inline(spec.query)) : nothing,
    ...(spec.upload
      ? { body: uploadBody(operation, shapes) }
      : spec.body
        ? { body: closed(shapes.refer(plugin, spec.body)) }
        : {}),
    response: {
      [status]: isRaw(operation) ? rawAnswer(operation) : envelope(shapes, operation, status),
      ...(spec.later ? { 202: envelope(shapes, operation, 202) } : {}),
    },
  }
}
