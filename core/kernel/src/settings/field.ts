import type { TObject, TSchema } from 'typebox'
import type { Setting } from '@linecard/plugin-kit'

/** Keywords of a property of a `config` schema beside those of JSON schema. */
interface Property {
  type?: unknown
  title?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  writeOnly?: boolean
  requiresRestart?: boolean
  /** Only the config file and the environment set it, not the API. */
  fileOnly?: boolean
  /**
   * Whoever changes it lets somebody in, or decides where the service connects to or where secrets go. It
   * needs every permission, no limit to device groups, and the password again.
   */
  grave?: boolean
  items?: Property
  properties?: Record<string, Property>
  additionalProperties?: Property | boolean
  anyOf?: Property[]
}

export const fieldsOf = (schema: TObject): [key: string, property: TSchema & Property][] =>
  Object.entries((schema.properties ?? {}) as Record<string, TSchema & Property>)

/** A value with a secret inside is a secret as a whole. */
export const isSecret = ({ writeOnly, items, properties, additionalProperties, anyOf }: Property): boolean =>
  writeOnly === true ||
  [
    items,
    typeof additionalProperties === 'object' ? additionalProperties : undefined,
    ...Object.values(properties ?? {}),
    ...(anyOf ?? []),
  ].some(inner => inner !== undefined && isSecret(inner))

const kinds = ['integer', 'number', 'boolean', 'array', 'object'] as const

/** Kind of a value. For an enumeration or a union it is the kind of its first value that is not null. */
export function kindOf({ type, enum: options, anyOf }: Property): Setting['type'] {
  const known = kinds.find(kind => kind === type)
  if (known) return known
  const sample = options?.find(option => option !== null)
  if (typeof sample === 'number' || typeof sample === 'boolean') return typeof sample as 'number' | 'boolean'
  const branch = anyOf?.find(one => one.type !== 'null')
  return type === undefined && branch ? kindOf(branch) : 'string'
}

const titleOf = (key: string) => `${key[0]?.toUpperCase() ?? ''}${key.slice(1).replaceAll('_', ' ')}`

/** A setting as its schema describes it, for forms and documents. */
export function describeField(key: string, property: Property) {
  const bounds = [property, ...(property.anyOf ?? [])]
  return {
    key,
    type: kindOf(property),
    title: property.title ?? property.description ?? titleOf(key),
    hint: property.title === undefined ? null : (property.description ?? null),
    options: property.enum ?? property.items?.enum ?? null,
    minimum: bounds.find(one => one.minimum !== undefined)?.minimum ?? null,
    maximum: bounds.find(one => one.maximum !== undefined)?.maximum ?? null,
    default: property.default ?? null,
    secret: isSecret(property),
    requires_restart: property.requiresRestart === true,
    grave: property.grave === true,
    file_only: property.fileOnly === true,
  }
}

const words: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  on: true,
  1: true,
  no: false,
  false: false,
  off: false,
  0: false,
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * A value of a person, a variable or the command line in the type of the schema. A value that does not fit
 * stays as it is, so that the check refuses it.
 */
export function typedValue(property: Property, value: unknown): unknown {
  const kind = kindOf(property)
  if (kind === 'boolean' && (typeof value === 'string' || typeof value === 'number'))
    return words[String(value).trim().toLowerCase()] ?? value
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (kind === 'integer' || kind === 'number')
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : value
  if (kind === 'object') return parsed(text)
  if (kind !== 'array') return value
  if (text.startsWith('[')) return parsed(text)
  return text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
    .map(part => typedValue(property.items ?? {}, part))
}
