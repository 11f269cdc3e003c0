import type { Operation } from '../contract.ts'
import { createNamedSchemas, type JsonSchema } from '../named-schemas.ts'

type Entry = JsonSchema & {
  parameters?: JsonSchema[]
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>
}
type Members = { properties?: Record<string, JsonSchema>; required?: readonly string[] }

/** A copy with references as the document writes them. */
export const inDocument = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replace(/"\$ref":"([^"#]+)#"/g, '"$ref":"#/components/schemas/$1"')) as T

function parametersOf({ properties = {}, required = [] }: Members): JsonSchema[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    in: 'query',
    name,
    required: required.includes(name),
    schema,
    ...(description === undefined ? {} : { description }),
  }))
}

/**
 * Puts the schemas that operations have for the document alone (`documented`) in place of those that their
 * requests are checked with. It happens when the document is asked for, so the start does not wait for it.
 */
export function putDocumented(
  entries: readonly (readonly [Operation, JsonSchema])[],
  named: Record<string, JsonSchema>,
): void {
  const schemas = createNamedSchemas()
  for (const [{ plugin, spec }, bare] of entries) {
    const entry = bare as Entry
    const shown = spec.documented?.()
    if (!shown) continue
    const refer = (schema: unknown) => inDocument(schemas.refer(plugin, schema))
    if (shown.query)
      entry.parameters = [...(entry.parameters ?? []), ...parametersOf(refer(shown.query) as Members)]
    for (const media of Object.values(shown.body ? (entry.requestBody?.content ?? {}) : {}))
      media.schema = refer(shown.body)
    const answer = entry.responses[spec.status ?? 200]?.content?.['application/json']?.schema
    if (shown.response && answer) (answer['properties'] as JsonSchema)['data'] = refer(shown.response)
  }
  for (const schema of schemas.all()) named[String(schema['$id'])] ??= inDocument(schema)
}
