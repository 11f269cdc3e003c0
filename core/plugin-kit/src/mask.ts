interface Shape {
  writeOnly?: unknown
  properties?: Readonly<Record<string, Shape>>
  items?: Shape
  additionalProperties?: Shape | boolean
  anyOf?: readonly Shape[]
  oneOf?: readonly Shape[]
  allOf?: readonly Shape[]
}

/** Names under which secrets come, whatever a schema says of them. */
const secretName =
  /passw|passphrase|secret|communit|credential|token|psk|(^|[_-])(key|pin|pass)$|(auth|priv|private|api|access)[_-]?key/i

/** What a record may hold of one request: it is kept for long, and there are many. */
const most = { depth: 8, text: 1_000, texts: 20_000, list: 100, fields: 200, values: 1_000 }
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
  return storable.length > most.text
    ? `${storable.slice(0, most.text).toWellFormed()}… (${storable.length} characters)`
    : storable
}

export interface Masked {
  value: unknown
  /** The same thing without the secrets that were found, wherever a text of it repeats them. */
  clean<T>(part: T): T
}

/**
 * A value as a log may keep it: secrets masked, by `writeOnly` of the schema and by name; long texts, lists
 * and deep nesting cut.
 * Flags and null are no secrets: whether one is set may be seen.
 */
export function masked(value: unknown, schema: unknown = {}): Masked {
  const found = new Set<string>()
  let left = most.values
  let leftText = most.texts

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
    if (depth >= most.depth) return '…'
    if (Array.isArray(part)) {
      const rows = part.slice(0, most.list).map(row =>
        copy(
          row,
          shapes.flatMap(({ items }) => items ?? []),
          depth + 1,
        ),
      )
      return part.length > most.list ? [...rows, `… ${part.length - most.list} more`] : rows
    }
    // { key: 'smtp_password', value: … }: what the pair is called stands beside its value.
    const label = isObject(part)
      ? [part['key'], part['name']].find(name => typeof name === 'string')
      : undefined
    const paired = typeof label === 'string' && secretName.test(label)
    return Object.fromEntries(
      Object.entries(part)
        .slice(0, most.fields)
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
