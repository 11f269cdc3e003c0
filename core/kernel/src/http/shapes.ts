import { isDeepStrictEqual } from 'node:util'
import { ContractError } from './contract.ts'

export type Shape = Record<string, unknown>

/**
 * Named shapes of all plugins: each is registered once, everything else refers to it, so that the document
 * has real names.
 */
export interface Shapes {
  /** The schema with every named part replaced by a reference to it. */
  refer(plugin: string, schema: unknown): Shape
  /** The schema with its named parts written out: for parameters, which the document lists one by one. */
  inline(schema: unknown): Shape
  all(): Shape[]
  /** By `$id`. */
  readonly named: ReadonlyMap<string, Shape>
  /** @throws ContractError for a reference to a shape that nobody declares */
  finish(): void
}

/** Keywords (JSON Schema 2020-12) whose value is data, and those whose value is schemas by name. */
const dataKeywords = new Set(['example', 'examples', 'default', 'const', 'enum'])
const byNameKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions'])

const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function createShapes(): Shapes {
  const named = new Map<string, Shape>()
  const wanted = new Map<string, string>()

  const mapShapes = (shapes: Shape, each: (shape: Shape) => unknown) =>
    Object.fromEntries(Object.entries(shapes).map(([key, item]) => [key, isShape(item) ? each(item) : item]))

  const copy = (shape: Shape, each: (shape: Shape) => unknown): Shape =>
    Object.fromEntries(
      Object.entries(shape).map(([key, item]) => {
        // Data, not schema: an example may well have a member called "$id".
        if (dataKeywords.has(key)) return [key, item]
        if (Array.isArray(item)) return [key, item.map(inner => (isShape(inner) ? each(inner) : inner))]
        if (!isShape(item)) return [key, item]
        return [key, byNameKeywords.has(key) ? mapShapes(item, each) : each(item)]
      }),
    )

  const refer = (plugin: string, shape: Shape): Shape => {
    const { $id: id, $ref: reference } = shape
    if (typeof reference === 'string' && !reference.startsWith('#')) {
      const target = reference.replace(/#$/, '')
      if (!wanted.has(target)) wanted.set(target, plugin)
      return { ...shape, $ref: `${target}#` }
    }
    if (typeof id !== 'string') return copy(shape, inner => refer(plugin, inner))
    const plain = copy(shape, inner => refer(plugin, inner))
    const twin = named.get(id)
    if (!twin && !id.startsWith(`${plugin}.`))
      throw new ContractError(plugin, `schema "${id}"`, [`$id must start with "${plugin}."`])
    if (twin && !isDeepStrictEqual(twin, plain))
      throw new ContractError(plugin, `schema "${id}"`, ['two different schemas have this $id'])
    named.set(id, plain)
    return { $ref: `${id}#` }
  }

  const inline = (shape: Shape): Shape => {
    const { $id: _, ...rest } = shape
    return copy(rest, inline)
  }

  return {
    refer: (plugin, schema) => refer(plugin, schema as Shape),
    inline: schema => inline(schema as Shape),
    all: () => [...named.values()],
    named,
    finish() {
      for (const [id, plugin] of wanted) {
        if (!named.has(id))
          throw new ContractError(plugin, `schema "${id}"`, ['is referred to, but declared by no plugin'])
      }
    },
  }
}
