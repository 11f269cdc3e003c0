import type { JsonSchema } from '../named-schemas.ts'
import { pascal, type Owners } from './naming.ts'
import { isObject } from './schema-places.ts'

export type Media = Record<string, JsonSchema & { schema?: JsonSchema }>
export type Answer = JsonSchema & { headers?: Record<string, JsonSchema>; content?: Media }
/** One operation as the document has it. */
export type Entry = JsonSchema & {
  operationId: string
  parameters?: JsonSchema[]
  requestBody?: JsonSchema & { content?: Media }
  responses: Record<string, Answer>
}
export type Components = Record<string, Record<string, JsonSchema>>
export interface Document {
  paths?: Record<string, Record<string, Entry>>
  components?: Components
}

export const mapValues = <T, U>(
  values: Readonly<Record<string, T>>,
  each: (value: T, key: string) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, each(value, key)]))

/** The operations of a document. */
export const entriesOf = ({ paths = {} }: Document): Entry[] =>
  Object.values(paths).flatMap(item => Object.values(item))

/** The plugin of an operation. */
export const ownerIn = ({ operations }: Owners, { operationId }: Entry): string =>
  operations.get(operationId) ?? 'kernel'

const membersOf = (schema: JsonSchema) => schema['properties'] as Record<string, JsonSchema> | undefined

const isEnvelope = (schema: JsonSchema) => {
  const members = membersOf(schema)
  return members !== undefined && ['statusCode', 'meta', 'data'].every(name => name in members)
}

/** What replaces a schema. The words tell where it stands. */
export type Replace = (schema: JsonSchema, words: readonly string[]) => JsonSchema

/** An answer's `data` and `meta`; the envelope around them is no schema that repeats. */
const replaceAnswer = (schema: JsonSchema, base: string, replace: Replace): JsonSchema => {
  if (!isEnvelope(schema)) return replace(schema, [base, 'Data'])
  const { meta, data, ...others } = membersOf(schema)!
  return {
    ...schema,
    properties: { ...others, meta: replace(meta!, [base, 'Meta']), data: replace(data!, [base, 'Data']) },
  }
}

const replaceIn = (content: Media, replace: (schema: JsonSchema) => JsonSchema): Media =>
  mapValues(content, media => (media.schema ? { ...media, schema: replace(media.schema) } : media))

/** The operation with other schemas: of its parameters, its body and the answers that are its own. */
export function replaceSchemas(entry: Entry, owner: string, replace: Replace): Entry {
  const base = pascal(entry.operationId.replace(`${owner}.`, ''))
  const { parameters, requestBody, responses } = entry
  return {
    ...entry,
    ...(parameters && {
      parameters: parameters.map(one =>
        isObject(one['schema'])
          ? { ...one, schema: replace(one['schema'], [base, pascal(String(one['name']))]) }
          : one,
      ),
    }),
    ...(requestBody?.content && {
      requestBody: {
        ...requestBody,
        content: replaceIn(requestBody.content, schema => replace(schema, [`${base}Body`])),
      },
    }),
    responses: mapValues(responses, answer =>
      answer.content
        ? { ...answer, content: replaceIn(answer.content, schema => replaceAnswer(schema, base, replace)) }
        : answer,
    ),
  }
}
