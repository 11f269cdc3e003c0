import { setImmediate as others } from 'node:timers/promises'
import type { JsonSchema } from '../named-schemas.ts'
import { ownerIn, replaceSchemas, type Entry } from './entries.ts'
import { pascal, type Owners, type Use } from './naming.ts'
import { fingerprints, mapSchema, type Fingerprint, type Step } from './schema-places.ts'

/** Octets of a schema from which on it can be shared. */
const leastSize = 90

const stepWords = ({ keyword, member }: Step): string[] => {
  if (keyword === 'properties') return [pascal(member!)]
  if (keyword === 'items') return ['Item']
  return keyword === 'additionalProperties' || keyword === 'patternProperties' ? ['Value'] : []
}

/** A schema of parts. A text or a number needs no name, and what is written in place is easier to read. */
export const canShare = (schema: JsonSchema) =>
  !('$ref' in schema) && ['properties', 'items', 'enum', 'anyOf', 'oneOf', 'allOf'].some(key => key in schema)

/** The plugin of a named schema. */
export const ownerOf = (name: string): string => name.split('.')[0]!

/** A schema without what it says to people, and what each plugin that has it says there. */
export interface Shape {
  size: number
  bare: JsonSchema
  descriptions: Map<string, unknown[]>
}

export interface Shapes {
  printOf(schema: JsonSchema): Fingerprint
  shapes: ReadonlyMap<string, Shape>
  uses: readonly Use[]
  /** The name that an author gave to a schema with all that it says, or to its shape. */
  givenName(owner: string, schema: JsonSchema): string | undefined
}

/** Who has which schemas, and where. What is in a schema counts once for each plugin. */
export async function shapesOf(
  entries: readonly Entry[],
  named: Readonly<Record<string, JsonSchema>>,
  owners: Owners,
): Promise<Shapes> {
  const printOf = fingerprints()
  const shapes = new Map<string, Shape>()
  const uses: Use[] = []
  const seen = new Set<string>()
  const look = (owner: string, schema: JsonSchema, words: readonly string[]): void => {
    const { shape, whole, size } = printOf(schema)
    if (canShare(schema) && size >= leastSize) {
      const { title: _t, examples: _e, description, ...bare } = schema
      const known = shapes.get(shape) ?? { size, bare, descriptions: new Map<string, unknown[]>() }
      shapes.set(shape, known)
      const said = known.descriptions.get(owner)
      if (said) said.push(description)
      else known.descriptions.set(owner, [description])
      uses.push({ owner, key: shape, words })
    }
    if (seen.has(`${owner} ${whole}`)) return
    seen.add(`${owner} ${whole}`)
    lookInside(owner, schema, words)
  }
  const lookInside = (owner: string, schema: JsonSchema, words: readonly string[]): void => {
    mapSchema(schema, (inner, step) => {
      look(owner, inner, [...words, ...stepWords(step)])
      return inner
    })
  }
  for (const [name, schema] of Object.entries(named)) lookInside(ownerOf(name), schema, [name.split('.')[1]!])
  await others()
  for (const entry of entries)
    replaceSchemas(entry, ownerIn(owners, entry), (schema, words) => {
      look(ownerIn(owners, entry), schema, words)
      return schema
    })

  const given = new Map<string, string>()
  for (const [name, schema] of Object.entries(named).toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    const { shape, whole, size } = printOf(schema)
    if (!canShare(schema) || size < leastSize) continue
    given.set(`${ownerOf(name)} whole ${whole}`, name)
    if (!('title' in schema) && !('examples' in schema)) given.set(`${ownerOf(name)} shape ${shape}`, name)
  }
  return {
    printOf,
    shapes,
    uses,
    givenName(owner, schema) {
      const { shape, whole } = printOf(schema)
      return given.get(`${owner} whole ${whole}`) ?? given.get(`${owner} shape ${shape}`)
    },
  }
}
