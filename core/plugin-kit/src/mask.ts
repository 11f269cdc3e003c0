import { cutText, type Driver } from '@linecard/driver-kit'
import { createCommandMasker, mask, maskCommands, maskRepeated, secretsOf } from '@linecard/driver-kit/cli'

/** What of a JSON Schema says where secrets are. */
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
  /passw|passphrase|passcode|secret|communit|credential|token|psk|(^|[_-])(pin|pass)$|(auth|priv|private|api|access)[_-]?key/i
/** And these where no schema has them: `key` is also the name of a component, a setting or a column. */
const doubtfulName = /(^|[_-])key$/i

/** The schemas and the alternatives in them. */
const branches = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap(shape => [
    shape,
    ...branches([...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])]),
  ])

/** Whether one of the schemas calls its value a secret. */
const isSecret = (shapes: readonly Shape[]): boolean => shapes.some(({ writeOnly }) => writeOnly === true)

/** The schemas of a field of an object that has one of these. */
const within = (shapes: readonly Shape[], name: string): Shape[] =>
  shapes.flatMap(({ properties, additionalProperties: rest }) =>
    Object.hasOwn(properties ?? {}, name) ? [properties![name]!] : typeof rest === 'object' ? [rest] : [],
  )

/** Whether a field is a secret by its name, in an object that has one of these schemas. */
const isSecretName = (name: string, shapes: readonly Shape[]): boolean =>
  secretName.test(name) ||
  (doubtfulName.test(name) && !shapes.some(({ properties }) => Object.hasOwn(properties ?? {}, name)))

/** How much of a value a log stores. Lengths of texts in characters. */
export interface LogLimits {
  depth: number
  text: number
  /** The value as JSON, with some marks of what was cut beyond it. */
  size: number
  list: number
  fields: number
}
/** Limits for one part of a request in a record: there are many records, and they are stored for long. */
const requestLimits: LogLimits = { depth: 8, text: 1_000, size: 4_000, list: 100, fields: 200 }
/** Longest name of a field, in characters. */
const longestName = 100

/** How `masked` finds secrets. `limits` are those of one request in the action log by default. */
export interface MaskOptions {
  /** JSON Schema of the value. Its `writeOnly` parts are secrets. */
  schema?: unknown
  /** Drivers whose consoles have patterns of their own for secrets in commands. */
  drivers?: readonly Driver[]
  limits?: LogLimits
  /** Secrets that are known, masked wherever they stand. */
  known?: Iterable<string>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/**
 * The names of the fields of an object, those of a command `{ text, constructs }` in the order in which it is
 * typed: what a command waits for tells whether the next one is a secret.
 */
const fieldsOf = (part: object): string[] => {
  const names = Object.keys(part)
  const place = (name: string) => ['text', 'constructs', name].indexOf(name)
  return isCommand(part) ? names.toSorted((a, b) => place(a) - place(b)) : names
}
/** { key: 'smtp_password', value: … }: the name of the value is in another field. */
function isNamedSecret(part: object): boolean {
  const label = isObject(part)
    ? [part['key'], part['name']].find(name => typeof name === 'string')
    : undefined
  return typeof label === 'string' && isSecretName(label, [])
}
const isCommand = (part: object): boolean => 'text' in part && typeof part.text === 'string'
/** Characters that a value takes as JSON. */
const sizeOf = (part: unknown): number => JSON.stringify(part)?.length ?? 0
/** What stands for a list or an object of which nothing is shown. */
const outline = (part: object): string =>
  Array.isArray(part) ? `… (${part.length} items)` : `… (${Object.keys(part).length} fields)`

/**
 * The beginning of a text with its secrets masked. They are masked first, in twice as much: a secret that
 * crosses the end of the shown text would not be found. `room`: characters of it as JSON.
 */
function beginning(text: string, limit: number, maskText: (text: string) => string, room = Infinity): string {
  const withoutSecrets = maskText(text.slice(0, 2 * limit).replaceAll('\0', '')).toWellFormed()
  let shown = withoutSecrets.slice(0, limit)
  while (shown !== '' && sizeOf(shown) - 2 > room)
    shown = shown.slice(0, Math.floor((shown.length * Math.max(0, room)) / sizeOf(shown)))
  return withoutSecrets.length > shown.length || text.length > 2 * limit
    ? `${shown.toWellFormed()}… (${text.length} characters)`
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
 * console commands write them. Long texts, long lists and deep nesting are cut, and say how long they were;
 * the fields of an object share its room. Booleans and null are not masked: a log may show whether a secret
 * is set.
 */
export function masked(
  value: unknown,
  { schema = {}, drivers = [], limits = requestLimits, known = [] }: MaskOptions = {},
): Masked {
  const patterns = secretsOf(drivers)
  const found = new Set(known)
  /** Masked in the value itself too. Other secrets that are found only in texts about it. */
  const told = new Set(known)

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
    room: number,
    lines?: (text: string) => string,
  ): unknown => {
    const shapes = branches(given)
    if (isSecret(shapes)) return hide(part)
    if (typeof part === 'string') {
      const maskText = lines ?? createCommandMasker(patterns, found)
      return beginning(part, limits.text, whole => maskText(maskRepeated(told, whole)), room)
    }
    if (ArrayBuffer.isView(part)) return `(${part.byteLength} bytes)`
    if (typeof part !== 'object' || part === null) return part
    if (depth >= limits.depth || room <= 0) return outline(part)
    let left = room
    const taken = <T>(shown: T): T => {
      left -= sizeOf(shown) + 1
      return shown
    }
    if (Array.isArray(part)) {
      const items = shapes.flatMap(shape => shape.items ?? [])
      const maskRow = createCommandMasker(patterns, found)
      const rows: unknown[] = []
      for (const row of part.slice(0, limits.list))
        if (left > 0) rows.push(taken(copy(row, items, depth + 1, left, maskRow)))
      return part.length > rows.length ? [...rows, `… ${part.length - rows.length} more`] : rows
    }
    const paired = isNamedSecret(part)
    if (isCommand(part) && 'secrets' in part && Array.isArray(part.secrets))
      for (const secret of part.secrets) if (typeof secret === 'string' && secret.length > 3) told.add(secret)
    const fields = fieldsOf(part)
    const shown: [string, unknown][] = []
    for (const [n, name] of fields.slice(0, limits.fields).entries()) {
      if (left <= 0) break
      const inner = part[name as keyof typeof part]
      const secret = isSecretName(name, shapes) || (paired && name === 'value')
      const share = left / (Math.min(fields.length, limits.fields) - n) - name.length
      const kept = () =>
        copy(inner, within(shapes, name), depth + 1, share, isCommand(part) ? lines : undefined)
      // A mapping has values as names.
      const title = maskRepeated(told, name)
      shown.push(taken([cutText(title, longestName), secret ? hide(inner) : kept()]))
    }
    if (fields.length > shown.length) shown.push(['…', `${fields.length - shown.length} more fields`])
    return Object.fromEntries(shown)
  }
  const copied = copy(value, [schema as Shape], 0, limits.size)
  const cleanText = (text: string) => maskCommands(patterns, maskRepeated(found, text))
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return beginning(part, limits.text, cleanText)
    if (Array.isArray(part)) return part.map(clean)
    return isObject(part)
      ? Object.fromEntries(
          Object.entries(part).map(([name, inner]) => [found.has(name) ? mask : name, clean(inner)]),
        )
      : part
  }
  return { value: copied, clean: part => clean(part) as typeof part }
}
