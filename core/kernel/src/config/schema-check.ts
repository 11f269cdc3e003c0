type JsonSchema = Record<string, unknown>
type Judge = (value: unknown) => boolean

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Judge = value => typeof value === 'string'
const isFlag: Judge = value => typeof value === 'boolean'
const isNumber: Judge = value => typeof value === 'number' && Number.isFinite(value)
const isCount: Judge = value => Number.isInteger(value) && (value as number) >= 0
const isAny: Judge = value => value !== undefined

const types = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const areDistinct = (values: unknown[]) => values.length > 0 && new Set(values).size === values.length
const isType: Judge = value =>
  Array.isArray(value) ? areDistinct(value) && value.every(one => types.has(one)) : types.has(value)

const isPattern: Judge = value => {
  try {
    return isText(value) && new RegExp(value as string, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Keywords that say nothing about the value. */
const notes: Readonly<Record<string, Judge>> = {
  title: isText,
  description: isText,
  $comment: isText,
  examples: Array.isArray,
  example: isAny,
  default: isAny,
  deprecated: isFlag,
  readOnly: isFlag,
  writeOnly: isFlag,
}

const keywords: Readonly<Record<string, Judge>> = {
  ...notes,
  type: isType,
  const: isAny,
  enum: value => Array.isArray(value) && areDistinct(value) && value.every(one => !isObject(one)),
  format: isText,
  pattern: isPattern,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: isFlag,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: value => isNumber(value) && (value as number) > 0,
  required: value =>
    Array.isArray(value) && (value.length === 0 || areDistinct(value)) && value.every(isText),
  contentMediaType: isText,
  contentEncoding: isText,
}

/** Deeper schemas are left to the compilers, which have limits of their own. */
const maxDepth = 40

/** Schemas that can be compiled if these named ones are there. */
const sound = new WeakMap<JsonSchema, ReadonlySet<string>>()

/**
 * Whether a schema can be compiled for certain, in a fraction of the time that compiling takes. False is no
 * verdict: the schema is wrong, or has a keyword of which nothing is known here, and its compiler decides.
 */
export function isSound(schema: unknown, named: ReadonlyMap<string, JsonSchema>): boolean {
  if (!isObject(schema)) return false
  let needed = sound.get(schema)
  if (!needed) {
    const found = new Set<string>()
    if (!isKnown(schema, found, 0)) return false
    sound.set(schema, (needed = found))
  }
  for (const id of needed) if (!named.has(id)) return false
  return true
}

/** Whether all of it is known here, apart from named schemas, which go to `needed`. */
function isKnown(schema: unknown, needed: Set<string>, depth: number): boolean {
  if (typeof schema === 'boolean') return depth > 0
  if (!isObject(schema) || depth > maxDepth) return false
  const each = (inner: unknown) => isKnown(inner, needed, depth + 1)
  const alone = (keyword: string) =>
    Object.keys(schema).every(other => other === keyword || other in notes || other.startsWith('x-'))
  return Object.entries(schema).every(([keyword, value]) => {
    switch (keyword) {
      case 'properties':
        return isObject(value) && Object.values(value).every(each)
      case 'patternProperties':
        return isObject(value) && Object.keys(value).every(isPattern) && Object.values(value).every(each)
      case 'items':
      case 'additionalProperties':
      case 'not':
        return each(value)
      case 'anyOf':
      case 'oneOf':
        // What stands beside a union is merged into each of its branches, which may contradict it.
        return Array.isArray(value) && value.length > 0 && alone(keyword) && value.every(each)
      case '$ref':
        return isText(value) && needed.add((value as string).replace(/#$/, '')) && alone(keyword)
      case 'nullable':
        return isFlag(value) && 'type' in schema
      case '$id':
        return depth === 0 && isText(value)
      default:
        return keyword.startsWith('x-') || keywords[keyword]?.(value) === true
    }
  })
}
