import { setImmediate as others } from 'node:timers/promises'
import type { JsonSchema } from '../named-schemas.ts'
import {
  entriesOf,
  mapValues,
  ownerIn,
  replaceSchemas,
  type Components,
  type Document,
  type Entry,
} from './entries.ts'
import { linesOf, sharing, usual, type Owners, pascal, type Use } from './naming.ts'
import { mapSchema, fingerprints, type Fingerprint, type Step } from './schema-places.ts'

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
function shareParts(
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

/** Octets of a schema from which on it can be shared. */
const leastSize = 90

const stepWords = ({ keyword, member }: Step): string[] => {
  if (keyword === 'properties') return [pascal(member!)]
  if (keyword === 'items') return ['Item']
  return keyword === 'additionalProperties' || keyword === 'patternProperties' ? ['Value'] : []
}

/** A schema of parts. A text or a number needs no name, and what is written in place is easier to read. */
const canShare = (schema: JsonSchema) =>
  !('$ref' in schema) && ['properties', 'items', 'enum', 'anyOf', 'oneOf', 'allOf'].some(key => key in schema)

/** The plugin of a named schema. */
const ownerOf = (name: string): string => name.split('.')[0]!

/** A schema without what it says to people, and what each plugin that has it says there. */
interface Shape {
  size: number
  bare: JsonSchema
  descriptions: Map<string, unknown[]>
}

interface Shapes {
  printOf(schema: JsonSchema): Fingerprint
  shapes: ReadonlyMap<string, Shape>
  uses: readonly Use[]
  /** The name that an author gave to a schema with all that it says, or to its shape. */
  givenName(owner: string, schema: JsonSchema): string | undefined
}

/** Who has which schemas, and where. What is in a schema counts once for each plugin. */
async function shapesOf(
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

/** Octets of a reference, and those that sharing must save. */
const least = { reference: 60, gain: 200 } as const
/** What a schema says to people. It can stand beside a reference. */
const notes = ['title', 'description', 'examples'] as const

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Puts references in place of schemas that repeat. Returns the operations and all named schemas. */
async function shareSchemas(
  entries: readonly Entry[],
  named: Record<string, JsonSchema>,
  owners: Owners,
): Promise<{ entries: Entry[]; schemas: Record<string, JsonSchema> }> {
  const lineOf = linesOf(owners)
  const { printOf, shapes, uses, givenName } = await shapesOf(entries, named, owners)
  const isWorth = (shape: string, count: number) => {
    const { size } = shapes.get(shape)!
    return (count - 1) * size - count * least.reference >= least.gain
  }
  await others()
  const sharedOf = sharing(uses, owners, Object.keys(named), isWorth)

  const made = new Map<string, JsonSchema>()
  const targetOf = (owner: string, schema: JsonSchema): string | undefined => {
    for (const one of lineOf(owner)) {
      const name = givenName(one, schema)
      if (name) return name
    }
    const { shape } = printOf(schema)
    const shared = shapes.has(shape) ? sharedOf(owner, shape) : undefined
    if (!shared) return undefined
    const { name, root } = shared
    const known = shapes.get(shape)!
    if (!made.has(name)) {
      const description = usual(known.descriptions.get(root)!)
      const whole = { ...(description === undefined ? {} : { description }), ...known.bare }
      made.set(name, whole)
      made.set(name, inside(root, whole))
    }
    return name
  }
  const refer = (owner: string, schema: JsonSchema, self?: string): JsonSchema => {
    const name = canShare(schema) ? targetOf(owner, schema) : undefined
    if (!name || name === self) return inside(owner, schema)
    const known = made.get(name) ?? named[name]!
    const own = notes.filter(key => schema[key] !== undefined && !isSame(schema[key], known[key]))
    return { $ref: `#/components/schemas/${name}`, ...Object.fromEntries(own.map(key => [key, schema[key]])) }
  }
  const inside = (owner: string, schema: JsonSchema): JsonSchema =>
    mapSchema(schema, inner => refer(owner, inner))

  const schemas = mapValues(named, (schema, name) => refer(ownerOf(name), schema, name))
  await others()
  const shared = entries.map(entry => {
    const owner = ownerIn(owners, entry)
    return replaceSchemas(entry, owner, schema => refer(owner, schema))
  })
  return {
    entries: shared,
    schemas: { ...schemas, ...Object.fromEntries([...made].toSorted(([a], [b]) => (a < b ? -1 : 1))) },
  }
}

/**
 * Puts references in place of schemas, parameters and headers that repeat. A name is made of the plugin and
 * of the member that has the schema (`equipment.Interface`). It depends on this plugin and those that it
 * requires: an unrelated plugin does not change it. A schema that a plugin declares under a name gives this
 * name to each equal one, of its own and of the plugins that require it. The process does other work between
 * the steps.
 */
export async function share<D extends Document>(document: D, owners: Owners): Promise<D> {
  const { components = {}, paths = {} } = document
  const before = entriesOf(document)
  const { entries, schemas } = await shareSchemas(before, components['schemas'] ?? {}, owners)
  const parts: Components = { ...components, schemas }
  let shared = entries
  for (const kind of ['parameters', 'headers'] as const) {
    await others()
    shared = shareParts(kind, shared, (parts[kind] = { ...parts[kind] }), owners)
  }
  const byId = new Map(shared.map(entry => [entry.operationId, entry]))
  return {
    ...document,
    paths: mapValues(paths, item => mapValues(item, entry => byId.get(entry.operationId) ?? entry)),
    components: parts,
  }
}
