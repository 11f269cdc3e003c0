import type { JsonSchema } from './named-schemas.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that choose by validating, and `const`, which is written without looking at the value. */
const choosing = ['anyOf', 'oneOf', 'allOf', 'if', 'const', '$ref'] as const
const isPlain = (schema: JsonSchema) =>
  !Array.isArray(schema['type']) && choosing.every(keyword => !(keyword in schema))

const isNull = (schema: unknown) => isSchema(schema) && schema['type'] === 'null'

/**
 * What is left of a union when the value itself tells its branch: null or not, list or object. Undefined:
 * only validation can tell.
 */
function decided(branches: readonly JsonSchema[]): JsonSchema | undefined {
  const [one, two, more] = branches.filter(branch => !isNull(branch))
  const nullable = branches.some(isNull) ? { nullable: true } : {}
  if (!one || more || !isPlain(one)) return undefined
  // Words need no type, and are written as any value is.
  if (one['type'] === undefined) return 'enum' in one && !two ? {} : undefined
  if (!two) return { ...one, ...nullable }
  const types = new Set([one['type'], two['type']])
  return isPlain(two) && types.has('array') && types.has('object')
    ? { ...one, ...two, ...nullable, type: ['array', 'object'] }
    : undefined
}

/**
 * An answer's schema as its serializer is to read it. As written, every value of a union is validated against
 * one branch after the other, a list of devices as a whole and each of its fields once more; where null or
 * the kind of the value decides, no validation is needed.
 * References are written out, for that cannot be said beside them; one that leads back to itself stays.
 */
export function serializerSchema(
  schema: JsonSchema,
  named: ReadonlyMap<string, JsonSchema>,
  open: readonly string[] = [],
): JsonSchema {
  const each = (inner: unknown): unknown => (isSchema(inner) ? serializerSchema(inner, named, open) : inner)
  const { $ref: reference, anyOf, properties, items } = schema
  if (typeof reference === 'string') {
    const id = reference.replace(/#$/, '')
    const target = named.get(id)
    if (!target || open.includes(id) || Object.keys(schema).length > 1) return schema
    const { $id: _, ...rest } = target
    return serializerSchema(rest, named, [...open, id])
  }
  if (Array.isArray(anyOf)) {
    const { anyOf: _, ...rest } = schema
    const union = decided(anyOf.map(branch => each(branch) as JsonSchema))
    return union ? { ...union, ...rest } : schema
  }
  return {
    ...schema,
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, each(inner)]),
          ),
        }
      : {}),
    ...(isSchema(items) ? { items: each(items) } : {}),
  }
}
