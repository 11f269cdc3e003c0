import { setImmediate as others } from 'node:timers/promises'
import type { Operation } from '../contract.ts'
import { isRaw, isTagged } from '../operation-schema.ts'
import { type JsonSchema, createNamedSchemas } from '../named-schemas.ts'
import { tags } from '../tags.ts'
import { errorResponse, errorResponses, notModified } from './errors.ts'
import { exampleOf, type Named } from './examples.ts'
import { answerHeaders, headerParametersOf, headersOf, requestHeaders } from './headers.ts'
import { isObject, mapSchema } from './schema-places.ts'
import { errorStatusesOf, taggedPaths, type TaggedPaths } from './statuses.ts'

type Entry = JsonSchema & {
  parameters?: JsonSchema[]
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>
}
type Members = { properties?: Record<string, JsonSchema>; required?: readonly string[] }

/** A copy with references as the document writes them. */
const inDocument = <T>(value: T): T =>
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
function putDocumented(
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

type Media = Record<string, JsonSchema & { schema?: JsonSchema }>
type Answers = Record<string, JsonSchema & { content?: Media }>
interface Document {
  paths?: Record<string, Record<string, JsonSchema>>
  tags?: unknown
  components?: { schemas?: Record<string, JsonSchema> } & Record<string, JsonSchema>
}

const membersOf = (schema: JsonSchema | undefined) =>
  (schema?.['properties'] ?? {}) as Record<string, JsonSchema>

/** Examples of the bodies that are JSON or a form. A form with a file has none: the file is no value. */
function addBodyExamples(entry: JsonSchema, named: Named): void {
  const { content = {} } = (entry['requestBody'] ?? {}) as { content?: Media }
  for (const media of Object.values(content)) {
    const { schema } = media
    if (!schema || 'example' in media || 'examples' in media || schema['format'] === 'binary') continue
    if (Object.values(membersOf(schema)).some(({ format }) => format === 'binary')) continue
    media['example'] = exampleOf(schema, named, 'needed')
  }
}

/**
 * The named schema of an answer has an example of its own, so that it stands once: that of the author, or
 * composed.
 */
function addExample({ $ref: reference, items }: JsonSchema, named: Named, given: unknown): void {
  if (reference === undefined) {
    if (items !== undefined)
      addExample(items as JsonSchema, named, Array.isArray(given) ? given[0] : undefined)
    return
  }
  const schema = named[String(reference).split('/').at(-1)!]
  if (schema && !('examples' in schema)) schema['examples'] = [given ?? exampleOf(schema, named)]
}

/** Headers and examples of the good answers: `data` as its author says, or else composed. */
function completeAnswers(answers: Answers, operation: Operation, named: Named, tagged: TaggedPaths): void {
  for (const [status, answer] of Object.entries(answers)) {
    answer['headers'] = headersOf(operation, tagged)
    const json = answer.content?.['application/json']
    if (!json) continue
    const { orFile } = operation.spec
    if (orFile) answer.content![orFile] = { schema: { type: 'string' } }
    // The answer itself has it.
    if (json.schema?.['description'] === answer['description']) delete json.schema?.['description']
    if (isRaw(operation)) {
      json['example'] = operation.spec.example ?? exampleOf(json.schema!, named)
      continue
    }
    const { meta = {}, data = {} } = membersOf(json.schema)
    addExample(data, named, operation.spec.example)
    json['example'] = {
      statusCode: Number(status),
      meta: operation.spec.meta ? exampleOf(meta, named, 'needed') : null,
      data: operation.spec.example === undefined ? exampleOf(data, named) : operation.spec.example,
    }
  }
}

function addErrors(answers: Answers, operation: Operation, tagged: TaggedPaths): void {
  if (isTagged(operation)) answers['304'] = notModified
  for (const status of errorStatusesOf(operation, tagged)) answers[status] = errorResponse(status)
  answers['default'] = { $ref: '#/components/responses/OtherError' }
}

/** Tags in the order of `tags`, then the ids of plugins that are used as tags. */
const tagsOf = (used: ReadonlySet<string>) => [
  ...Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description })),
  ...[...used]
    .filter(name => !Object.hasOwn(tags, name))
    .toSorted()
    .map(name => ({ name, description: `Operations of the plugin ${name}` })),
]

/** The members of a catalogue to which the text of the document refers. */
const usedOf = (kind: string, all: Readonly<Record<string, unknown>>, text: string): JsonSchema =>
  Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)))

/** A named schema, as the generator writes those that stand in the operations. */
function generated(schema: JsonSchema): JsonSchema {
  const { const: only, patternProperties, contentEncoding, ...rest } = mapSchema(schema, generated)
  return {
    ...rest,
    ...(contentEncoding === 'base64' ? { format: 'byte' } : {}),
    ...(only === undefined ? {} : { enum: [only] }),
    ...(isObject(patternProperties) ? { additionalProperties: Object.values(patternProperties)[0] } : {}),
  }
}

/** Adds the named schemas, and what all operations have: errors, headers, examples and the tags in use. */
export async function completeDocument(
  bare: object,
  operations: readonly Operation[],
  schemas: readonly JsonSchema[],
): Promise<object> {
  const document: Document = inDocument(bare)
  await others()
  const byId = new Map(operations.map(operation => [operation.spec.operationId, operation]))
  const named = Object.fromEntries(schemas.map(one => [String(one['$id']), generated(inDocument(one))]))
  const tagged = taggedPaths(operations)
  const used = new Set<string>()
  const entries: [Operation, JsonSchema][] = []
  for (const entry of Object.values(document.paths ?? {}).flatMap(item => Object.values(item))) {
    for (const tag of (entry['tags'] as string[]) ?? []) used.add(tag)
    const operation = byId.get(entry['operationId'] as string)
    if (operation) entries.push([operation, entry])
  }
  await others()
  putDocumented(entries, named)
  await others()
  for (const [operation, entry] of entries) {
    const answers = entry['responses'] as Answers
    addBodyExamples(entry, named)
    completeAnswers(answers, operation, named, tagged)
    addErrors(answers, operation, tagged)
    const headers = headerParametersOf(operation, tagged)
    if (headers.length > 0)
      entry['parameters'] = [...((entry['parameters'] as JsonSchema[]) ?? []), ...headers]
  }
  await others()
  document.tags = tagsOf(used)
  const text = JSON.stringify(document.paths ?? {})
  document.components = {
    ...document.components,
    schemas: named,
    responses: usedOf('responses', errorResponses, text),
    parameters: usedOf('parameters', requestHeaders, text),
    headers: usedOf('headers', answerHeaders, text + JSON.stringify(errorResponses)),
  }
  // The document names a schema by its key. `$id` would be a base address (OpenAPI 3.1, 4.8.24).
  for (const schema of Object.values(named)) delete schema['$id']
  return document
}
