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
  /passw|passphrase|secret|communit|credential|token|psk|(^|[_-])(key|pin|pass)$|(auth|priv|private|api|access)[_-]?key/i

/** Limits for one request in a record: there are many records, and they are stored for a long time. */
const limits = { depth: 8, text: 1_000, texts: 20_000, list: 100, fields: 200, values: 1_000 }
const mask = '***'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
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

const cut = (text: string) => {
  const storable = text.replaceAll('\0', '').toWellFormed()
  return storable.length > limits.text
    ? `${storable.slice(0, limits.text).toWellFormed()}… (${storable.length} characters)`
    : storable
}

export interface Masked {
  value: unknown
  /** Another value in which the secrets that were found here are masked in every text. */
  clean<T>(part: T): T
}

/**
 * A value for a log. Secrets are masked, by `writeOnly` of the schema and by their names. Long texts, long
 * lists and deep nesting are cut. Booleans and null are not masked: a log may show whether a secret is set.
 */
export function masked(value: unknown, schema: unknown = {}): Masked {
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
  const copy = (part: unknown, given: readonly Shape[], depth: number): unknown => {
    const shapes = branches(given)
    if (isSecret(shapes)) return hide(part)
    if (left-- <= 0) return '…'
    if (typeof part === 'string') {
      const text = leftText > 0 ? cut(part) : '…'
      leftText -= text.length
      return text
    }
    if (ArrayBuffer.isView(part)) return `(${part.byteLength} bytes)`
    if (typeof part !== 'object' || part === null) return part
    if (depth >= limits.depth) return '…'
    if (Array.isArray(part)) {
      const rows = part.slice(0, limits.list).map(row =>
        copy(
          row,
          shapes.flatMap(({ items }) => items ?? []),
          depth + 1,
        ),
      )
      return part.length > limits.list ? [...rows, `… ${part.length - limits.list} more`] : rows
    }
    // { key: 'smtp_password', value: … }: the name of the value is in another field.
    const label = isObject(part)
      ? [part['key'], part['name']].find(name => typeof name === 'string')
      : undefined
    const paired = typeof label === 'string' && secretName.test(label)
    return Object.fromEntries(
      Object.entries(part)
        .slice(0, limits.fields)
        .map(([name, inner]) => [
          name,
          secretName.test(name) || (paired && name === 'value')
            ? hide(inner)
            : copy(inner, within(shapes, name), depth + 1),
        ]),
    )
  }
  const copied = copy(value, [schema as Shape], 0)
  const secrets = [...found].toSorted((a, b) => b.length - a.length)
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string')
      return cut(secrets.reduce((rest, secret) => rest.replaceAll(secret, mask), part))
    if (Array.isArray(part)) return part.map(clean)
    return isObject(part)
      ? Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, clean(inner)]))
      : part
  }
  return { value: copied, clean: part => clean(part) as typeof part }
}
