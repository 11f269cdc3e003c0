import type { JsonSchema } from './named-schemas.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords for which the serializer validates, and `const`, for which it ignores the value. */
const choosing = ['anyOf', 'oneOf', 'allOf', 'if', 'const', '$ref'] as const
const isPlain = (schema: JsonSchema) =>
  !Array.isArray(schema['type']) && choosing.every(keyword => !(keyword in schema))

const isNull = (schema: unknown) => isSchema(schema) && schema['type'] === 'null'

/**
 * A union without validation, if null or the kind of the value (list or object) decides its branch. Undefined
 * if only validation can decide.
 */
function decided(branches: readonly JsonSchema[]): JsonSchema | undefined {
  const [one, two, more] = branches.filter(branch => !isNull(branch))
  const nullable = branches.some(isNull) ? { nullable: true } : {}
  if (!one || more || !isPlain(one)) return undefined
  // The words of an enumeration need no type: they are written as any value.
  if (one['type'] === undefined) return 'enum' in one && !two ? {} : undefined
  if (!two) return { ...one, ...nullable }
  const types = new Set([one['type'], two['type']])
  return isPlain(two) && types.has('array') && types.has('object')
    ? { ...one, ...two, ...nullable, type: ['array', 'object'] }
    : undefined
}

/**
 * The schema of an answer for its serializer. As declared, the serializer validates every value of a union
 * against one branch after the other: a list of devices as a whole, and each of its fields again. If null or
 * the kind of the value decides, no validation is needed. References are replaced by their schemas, because
 * nothing can stand beside them; a reference that leads back to itself stays.
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
