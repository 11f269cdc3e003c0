import type { Shape } from './shapes.ts'

const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that choose by validating, and `const`, which is written without looking at the value. */
const choosing = ['anyOf', 'oneOf', 'allOf', 'if', 'const', '$ref'] as const
const isPlain = (shape: Shape) =>
  !Array.isArray(shape['type']) && choosing.every(keyword => !(keyword in shape))

const isNull = (shape: unknown) => isShape(shape) && shape['type'] === 'null'

/**
 * What is left of a union when the value itself tells its branch: null or not, list or object. Undefined:
 * only validation can tell.
 */
function decided(branches: readonly Shape[]): Shape | undefined {
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
export function serialShape(
  shape: Shape,
  named: ReadonlyMap<string, Shape>,
  open: readonly string[] = [],
): Shape {
  const each = (inner: unknown): unknown => (isShape(inner) ? serialShape(inner, named, open) : inner)
  const { $ref: reference, anyOf, properties, items } = shape
  if (typeof reference === 'string') {
    const id = reference.replace(/#$/, '')
    const target = named.get(id)
    if (!target || open.includes(id) || Object.keys(shape).length > 1) return shape
    const { $id: _, ...rest } = target
    return serialShape(rest, named, [...open, id])
  }
  if (Array.isArray(anyOf)) {
    const { anyOf: _, ...rest } = shape
    const union = decided(anyOf.map(branch => each(branch) as Shape))
    return union ? { ...union, ...rest } : shape
  }
  return {
    ...shape,
    ...(isShape(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, each(inner)]),
          ),
        }
      : {}),
    ...(isShape(items) ? { items: each(items) } : {}),
  }
}
