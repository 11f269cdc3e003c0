import type { Operation } from './contract.ts'
import type { JsonSchema, NamedSchemas } from './named-schemas.ts'

const ignored: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description: 'Members of the body that were left out: null where the member cannot be null, or not read',
}
/** `meta` of an answer that has none of its own, where members of the body were left out. */
export const Ignored: JsonSchema = {
  $id: 'kernel.Ignored',
  type: 'object',
  required: ['ignored'],
  additionalProperties: false,
  properties: { ignored },
}
const nothing: JsonSchema = { type: 'null' }

/** `meta` of an answer. Where a body is read it can name members of the body that were left out. */
export function metaSchema(schemas: NamedSchemas, { plugin, spec }: Operation): JsonSchema {
  const takesBody = spec.body !== undefined && !spec.upload
  const declared = spec.meta as JsonSchema | undefined
  if (!declared) return takesBody ? { anyOf: [schemas.refer('kernel', Ignored), nothing] } : nothing
  const { $id: _, properties, ...rest } = declared
  // A record has no members of its own: its keys are data.
  return takesBody && properties
    ? schemas.refer(plugin, { ...rest, properties: { ...properties, ignored } })
    : schemas.refer(plugin, declared)
}
