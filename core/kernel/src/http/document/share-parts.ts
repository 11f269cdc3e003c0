import type { JsonSchema } from '../named-schemas.ts'
import { mapValues, ownerIn, type Entry } from './entries.ts'
import { pascal, sharing, type Owners, type Use } from './naming.ts'

/** Octets of a reference, about. */
const reference = 60

/** The operation with other parts of one kind. */
type Walk = (entry: Entry, replace: (part: JsonSchema, name: string) => JsonSchema) => Entry

const walks: Readonly<Record<'parameters' | 'headers', Walk>> = {
  parameters: (entry, replace) =>
    entry.parameters
      ? {
          ...entry,
          parameters: entry.parameters.map(one => ('$ref' in one ? one : replace(one, String(one['name'])))),
        }
      : entry,
  headers: (entry, replace) => ({
    ...entry,
    responses: mapValues(entry.responses, answer =>
      answer.headers
        ? {
            ...answer,
            headers: mapValues(answer.headers, (header, name) =>
              '$ref' in header ? header : replace(header, name),
            ),
          }
        : answer,
    ),
  }),
}

/**
 * Puts references in place of parameters, or of headers of answers, that repeat. `shared` gets what they
 * refer to.
 */
export function shareParts(
  kind: 'parameters' | 'headers',
  entries: readonly Entry[],
  shared: Record<string, JsonSchema>,
  owners: Owners,
): Entry[] {
  const walk = walks[kind]
  const uses: Use[] = []
  for (const entry of entries)
    walk(entry, (part, name) => {
      const owner = ownerIn(owners, entry)
      const words = [pascal(entry.operationId.replace(`${owner}.`, '')), pascal(name)]
      uses.push({ owner, key: JSON.stringify(part), words })
      return part
    })
  const isWorth = (key: string, count: number) => (count - 1) * key.length > count * reference
  const sharedOf = sharing(uses, owners, Object.keys(shared), isWorth)
  return entries.map(entry =>
    walk(entry, part => {
      const key = JSON.stringify(part)
      const name = sharedOf(ownerIn(owners, entry), key)?.name
      if (!name) return part
      shared[name] = part
      return { $ref: `#/components/${kind}/${name}` }
    }),
  )
}
