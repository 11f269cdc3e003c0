import { isDeepStrictEqual } from 'node:util'
import { setImmediate as others } from 'node:timers/promises'
import type { JsonSchema } from '../named-schemas.ts'
import { compact } from './compact.ts'
import { entriesOf, mapValues, replaceSchemas, type Document, type Entry, type Media } from './entries.ts'
import type { Owners } from './naming.ts'
import { share } from './share.ts'

const nameIn = (reference: unknown) => String(reference).split('/').at(-1)!

/** The example that everybody finds at the schema itself: that of a named one, or a list with it. */
function ownExample(schema: JsonSchema, named: Readonly<Record<string, JsonSchema>>): unknown {
  const { $ref: reference, items, type } = schema
  if (reference !== undefined) return (named[nameIn(reference)]?.['examples'] as unknown[] | undefined)?.[0]
  if (type !== 'array') return undefined
  const one = ownExample((items ?? {}) as JsonSchema, named)
  return one === undefined ? undefined : [one]
}

/** An answer without what its schemas say as well. */
function lean(media: Media[string], named: Readonly<Record<string, JsonSchema>>): Media[string] {
  const { example, ...rest } = media
  const schema = media.schema as (JsonSchema & { properties?: Record<string, JsonSchema> }) | undefined
  const data = schema?.properties?.['data']
  const known = data && ownExample(data, named)
  const isKnown = known !== undefined && isDeepStrictEqual((example as { data?: unknown })?.data, known)
  return isKnown ? rest : media
}

function leanEntry(entry: Entry, named: Readonly<Record<string, JsonSchema>>): Entry {
  const { parameters, responses } = entry
  return {
    ...entry,
    ...(parameters && {
      // False is what is meant without the word.
      parameters: parameters.map(({ required, ...one }) => (required ? { ...one, required } : one)),
    }),
    responses: mapValues(responses, answer =>
      answer.content
        ? { ...answer, content: mapValues(answer.content, media => lean(media, named)) }
        : answer,
    ),
  }
}

/** The document as it is served: it says the same in fewer words, and each thing once. */
export async function servedDocument<D extends Document>(document: D, owners: Owners): Promise<D> {
  const named = document.components?.['schemas'] ?? {}
  const entries = new Map(
    entriesOf(document).map(entry => [
      entry.operationId,
      replaceSchemas(leanEntry(entry, named), '', compact),
    ]),
  )
  const paths = mapValues(document.paths ?? {}, item =>
    mapValues(item, entry => entries.get(entry.operationId) ?? entry),
  )
  const components = { ...document.components, schemas: mapValues(named, schema => compact(schema)) }
  await others()
  return share({ ...document, paths, components }, owners)
}
