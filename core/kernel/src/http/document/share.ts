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
import { linesOf, sharing, usual, type Owners } from './naming.ts'
import { mapSchema } from './schema-places.ts'
import { canShare, ownerOf, shapesOf } from './shapes.ts'
import { shareParts } from './share-parts.ts'

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
