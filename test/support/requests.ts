import type { DocumentOperation } from './contract.ts'

interface Parameter {
  in: string
  name: string
  required?: boolean
  schema: { type?: string; enum?: unknown[]; minLength?: number }
}
type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  anyOf?: Schema[]
  minProperties?: number
  minimum?: number
}

/** Path of an operation below `/api/v1`. Parameters get their value by name, else `any`. */
export const pathFor = (
  { path }: DocumentOperation,
  values: Readonly<Record<string, string | number>>,
): string =>
  path
    .replace(/^\/api\/v1/, '')
    .replace(/\{([^}]+)\}/g, (_, name: string) =>
      encodeURIComponent(String(values[name] ?? values['any'] ?? name)),
    )

/** The subject of a path: its first part, or the second below /component. */
export function rootOf({ path }: DocumentOperation): string {
  const [first, second] = path.split('/').slice(3)
  return first === 'component' ? second! : first!
}

const isNumber = ({ type }: Schema) => ['integer', 'number'].includes(String([type].flat()[0]))

/** Values for the query parameters that an operation needs. */
export const queryOf = ({ spec }: Pick<DocumentOperation, 'spec'>): Record<string, string> =>
  Object.fromEntries(
    ((spec['parameters'] ?? []) as Parameter[])
      .filter(parameter => parameter.in === 'query' && parameter.required)
      .map(({ name, schema }) => [
        name,
        String(schema.enum?.[0] ?? (isNumber(schema) ? 1 : 'x'.repeat(schema.minLength ?? 1))),
      ]),
  )

function sample(schema: Schema, named: Readonly<Record<string, Schema>>): unknown {
  if (schema.$ref) return sample(named[decodeURIComponent(schema.$ref.split('/').at(-1)!)] ?? {}, named)
  const first = schema.const ?? schema.enum?.[0] ?? schema.examples?.[0]
  if (first !== undefined) return first
  if (schema.anyOf) return sample(schema.anyOf[0]!, named)
  const needed = schema.required ?? Object.keys(schema.properties ?? {}).slice(0, schema.minProperties ?? 0)
  const kind = [schema.type].flat()[0]
  if (kind === 'object')
    return Object.fromEntries(needed.map(name => [name, sample(schema.properties?.[name] ?? {}, named)]))
  if (isNumber(schema)) return Math.max(1, schema.minimum ?? 1)
  if (kind === 'boolean') return true
  return kind === 'array' ? [] : 'sample'
}

/** The smallest body that an operation accepts. Undefined if it has no body. */
export function bodyOf({ spec }: DocumentOperation, schemas: Readonly<Record<string, unknown>>): unknown {
  const content = (spec['requestBody'] as { content?: Record<string, { schema: Schema }> } | undefined)
    ?.content
  const schema = content?.['application/json']?.schema
  return schema ? sample(schema, schemas as Record<string, Schema>) : undefined
}
