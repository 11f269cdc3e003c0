import type { PluginWorld } from './world.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: { type?: string | string[]; minimum?: number; enum?: unknown[]; format?: string }
}
interface Described {
  operationId: string
  parameters?: Parameter[]
  responses: Record<string, unknown>
  'x-permission': string
}

/** An operation of the plugin, as the OpenAPI document has it. */
export interface Operation extends Described {
  method: string
  /** Below `/api/v1`, with samples in place of its parameters. */
  path: string
}

const sampleOf = ({ schema = {} }: Parameter): string => {
  if (schema.enum) return String(schema.enum[0])
  if (schema.format === 'uuid') return '7b0c4a52-3a0e-4f6e-9a3f-2f1d9a705c0e'
  return [schema.type].flat().includes('string') ? 'sample' : String(Math.max(1, schema.minimum ?? 1))
}

const filled = (path: string, parameters: readonly Parameter[]): string => {
  const given = path
    .replace(/^\/api\/v1/, '')
    .replace(/\{(\w+)\}/g, (_, name: string) =>
      sampleOf(parameters.find(one => one.name === name && one.in === 'path') ?? { name, in: 'path' }),
    )
  const needed = parameters.filter(one => one.in === 'query' && one.required)
  const query = new URLSearchParams(needed.map((one): [string, string] => [one.name, sampleOf(one)]))
  return query.size > 0 ? `${given}?${query}` : given
}

/** The operations of a plugin in the document that the service serves. */
export async function operationsOf({ running }: PluginWorld, id: string): Promise<Operation[]> {
  const answer = await fetch(`${running.url}/swagger/openapi.json`)
  const { paths, components } = (await answer.json()) as {
    paths: Record<string, Record<string, Described>>
    components: { parameters?: Record<string, Parameter>; schemas: Record<string, Parameter['schema']> }
  }
  const nameIn = (reference: string) => reference.split('/').at(-1)!
  const whole = (one: Parameter & { $ref?: string }): Parameter => {
    const shared = one.$ref ? components.parameters![nameIn(one.$ref)]! : one
    const { $ref } = (shared.schema ?? {}) as { $ref?: string }
    return $ref ? { ...shared, schema: components.schemas[nameIn($ref)] } : shared
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId?.startsWith(`${id}.`))
      .map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path: filled(path, (operation.parameters ?? []).map(whole)),
      })),
  )
}
