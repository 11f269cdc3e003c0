import type { Driver } from '@linecard/driver-kit'
import { createCommandMasker, mask, maskCommands, maskRepeated, secretsOf } from '@linecard/driver-kit/cli'

interface Shape {
  writeOnly?: unknown
  properties?: Readonly<Record<string, Shape>>
  items?: Shape
  additionalProperties?: Shape | boolean
  anyOf?: readonly Shape[]
  oneOf?: readonly Shape[]
  allOf?: readonly Shape[]
}

/** Fields with these names are secrets, also if their schema does not say so. */
const secretName =
  /passw|passphrase|passcode|secret|communit|credential|token|psk|(^|[_-])(key|pin|pass)$|(auth|priv|private|api|access)[_-]?key/i

/** How much of a value a log stores. Lengths of texts in characters. */
export interface LogLimits {
  depth: number
  text: number
  /** All texts together. */
  texts: number
  list: number
  fields: number
  values: number
}
/** Limits for one request in a record: there are many records, and they are stored for a long time. */
const requestLimits: LogLimits = {
  depth: 8,
  text: 1_000,
  texts: 20_000,
  list: 100,
  fields: 200,
  values: 1_000,
}

/** How `masked` finds secrets. `limits` are those of one request in the action log by default. */
export interface MaskOptions {
  /** JSON Schema of the value. Its `writeOnly` parts are secrets. */
  schema?: unknown
  /** Drivers whose consoles have patterns of their own for secrets in commands. */
  drivers?: readonly Driver[]
  limits?: LogLimits
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/**
 * The fields of an object, those of a command `{ text, constructs }` in the order in which it is typed: what
 * a command waits for tells whether the next one is a secret.
 */
const fieldsOf = (part: object): [string, unknown][] => {
  const fields = Object.entries(part)
  const place = ([name]: [string, unknown]) => ['text', 'constructs', name].indexOf(name)
  return isCommand(part) ? fields.toSorted((a, b) => place(a) - place(b)) : fields
}
const isCommand = (part: object): boolean => 'text' in part && typeof part.text === 'string'
const branches = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap(shape => [
    shape,
    ...branches([...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])]),
  ])
const isSecret = (shapes: readonly Shape[]) => shapes.some(({ writeOnly }) => writeOnly === true)
const within = (shapes: readonly Shape[], name: string) =>
  shapes.flatMap(({ properties, additionalProperties: rest }) =>
    Object.hasOwn(properties ?? {}, name) ? [properties![name]!] : typeof rest === 'object' ? [rest] : [],
  )

/**
 * The beginning of a text with its secrets masked. They are masked first, in twice as much: a secret that
 * crosses the end of the shown text would not be found.
 */
function beginning(text: string, limit: number, maskText: (text: string) => string): string {
  const shown = maskText(text.slice(0, 2 * limit).replaceAll('\0', '')).toWellFormed()
  return shown.length > limit || text.length > 2 * limit
    ? `${shown.slice(0, limit).toWellFormed()}… (${text.length} characters)`
    : shown
}

/** What `masked` gives: a copy in `value`, and a function for other values about the same thing. */
export interface Masked {
  value: unknown
  /** Another value without secrets in its texts: those that were found here, and those in commands. */
  clean<T>(part: T): T
}

/**
 * A value for a log. Secrets are masked: by `writeOnly` of the schema, by their names, and in texts as
 * console commands write them. Long texts, long lists and deep nesting are cut. Booleans and null are not
 * masked: a log may show whether a secret is set.
 */
export function masked(
  value: unknown,
  { schema = {}, drivers = [], limits = requestLimits }: MaskOptions = {},
): Masked {
  const patterns = secretsOf(drivers)
  const found = new Set<string>()
  let left = limits.values
  let leftText = limits.texts

  const hide = (secret: unknown): unknown => {
    if (secret === null || secret === undefined || secret === '' || typeof secret === 'boolean')
      return secret ?? null
    if (typeof secret === 'string' && secret.length > 3) found.add(secret)
    else if (typeof secret === 'object') for (const inner of Object.values(secret)) hide(inner)
    return mask
  }
  /**
   * `lines`: masks commands that follow each other; one can be the answer to a question of the one before.
   */
  const copy = (
    part: unknown,
    given: readonly Shape[],
    depth: number,
    lines?: (text: string) => string,
  ): unknown => {
    const shapes = branches(given)
    if (isSecret(shapes)) return hide(part)
    if (left-- <= 0) return '…'
    if (typeof part === 'string') {
      const maskText = lines ?? createCommandMasker(patterns, found)
      const text = leftText > 0 ? beginning(part, limits.text, maskText) : '…'
      leftText -= text.length
      return text
    }
    if (ArrayBuffer.isView(part)) return `(${part.byteLength} bytes)`
    if (typeof part !== 'object' || part === null) return part
    if (depth >= limits.depth) return '…'
    if (Array.isArray(part)) {
      const items = shapes.flatMap(shape => shape.items ?? [])
      const maskRow = createCommandMasker(patterns, found)
      const rows = part.slice(0, limits.list).map(row => copy(row, items, depth + 1, maskRow))
      return part.length > limits.list ? [...rows, `… ${part.length - limits.list} more`] : rows
    }
    // { key: 'smtp_password', value: … }: the name of the value is in another field.
    const label = isObject(part)
      ? [part['key'], part['name']].find(name => typeof name === 'string')
      : undefined
    const paired = typeof label === 'string' && secretName.test(label)
    return Object.fromEntries(
      fieldsOf(part)
        .slice(0, limits.fields)
        .map(([name, inner]) => [
          name,
          secretName.test(name) || (paired && name === 'value')
            ? hide(inner)
            : copy(inner, within(shapes, name), depth + 1, isCommand(part) ? lines : undefined),
        ]),
    )
  }
  const copied = copy(value, [schema as Shape], 0)
  const cleanText = (text: string) => maskCommands(patterns, maskRepeated(found, text))
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return beginning(part, limits.text, cleanText)
    if (Array.isArray(part)) return part.map(clean)
    return isObject(part)
      ? Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, clean(inner)]))
      : part
  }
  return { value: copied, clean: part => clean(part) as typeof part }
}
