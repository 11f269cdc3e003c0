import type { TSchema } from 'typebox'

interface Shape {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  minimum?: number
  default?: unknown
  properties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  items?: Shape
  minItems?: number
}

/** A value of a schema: the first of its words, its smallest number, a plain text. */
function sampleOf(shape: Shape): unknown {
  if ('const' in shape) return shape.const
  if ('default' in shape) return shape.default
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return sampleOf(shape.anyOf[0] ?? {})
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1
  if (shape.type === 'boolean') return true
  if (shape.type === 'array') return (shape.minItems ?? 0) > 0 ? [sampleOf(shape.items ?? {})] : []
  if (shape.type === 'object') return argsOf(shape, null)
  return 'sample'
}

const argsOf = ({ properties = {}, required = [] }: Shape, known: Known | null): Record<string, unknown> =>
  Object.fromEntries(
    required.map(name => [name, known?.[name as keyof Known] ?? sampleOf(properties[name] ?? {})]),
  )

/** Values of the recorded device that an argument of this name means. */
export interface Known {
  interface?: number
  id?: number
  vlan_id?: number
}

/** The required arguments of a module, as a test can use them. */
export const sampleArgs = (args: TSchema, known: Known): Record<string, unknown> =>
  argsOf(args as Shape, known)
