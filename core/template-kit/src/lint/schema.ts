import type { Parameter } from '../contract/parameter.ts'
import { fieldOf, isAlways, type VariableSchema } from '../expressions/schema.ts'

/** The schema at a dotted path; null: it may be anything; undefined: there is none. */
export function schemaAt(variables: VariableSchema, path: string): VariableSchema | null | undefined {
  let at: VariableSchema | null = variables
  for (const part of path.split('.')) {
    if (at === null) return null
    const found = fieldOf(at, part)
    if (found !== null && 'missing' in found) return undefined
    at = found && found.schema
  }
  return at
}

/** An item of the list of a select, with what is added to it. */
export function itemSchema(
  { source_parameter_key: path }: Parameter,
  variables: VariableSchema,
): VariableSchema {
  const list = path ? schemaAt(variables, path.trim()) : null
  const found = list ? fieldOf(list, null) : null
  if (found === null || !('schema' in found)) return {}
  if (!isAlways(found.schema, 'object')) return found.schema
  const label = {
    type: 'object',
    properties: { _display_name: { type: 'string' } },
    additionalProperties: false,
  }
  return { anyOf: [found.schema, label] }
}

/** What a template sees of one field. */
const shapeOf = (parameter: Parameter, variables: VariableSchema): VariableSchema =>
  parameter.type === 'select_from_variable' ? itemSchema(parameter, variables) : { type: 'string' }

/** The variables with `params` as the parameters say. */
export function schemaWith(variables: VariableSchema, parameters: readonly Parameter[]): VariableSchema {
  const properties = Object.fromEntries(parameters.map(each => [each.key, shapeOf(each, variables)]))
  const params = { type: 'object', properties, additionalProperties: false }
  const own =
    typeof variables.properties === 'object' && variables.properties !== null ? variables.properties : {}
  return { ...variables, properties: { ...own, params } }
}
