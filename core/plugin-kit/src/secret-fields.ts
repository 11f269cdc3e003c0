/** What of a JSON Schema says where secrets are. */
export interface Shape {
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
export const branches = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap(shape => [
    shape,
    ...branches([...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])]),
  ])

/** Whether one of the schemas calls its value a secret. */
export const isSecret = (shapes: readonly Shape[]): boolean =>
  shapes.some(({ writeOnly }) => writeOnly === true)

/** The schemas of a field of an object that has one of these. */
export const within = (shapes: readonly Shape[], name: string): Shape[] =>
  shapes.flatMap(({ properties, additionalProperties: rest }) =>
    Object.hasOwn(properties ?? {}, name) ? [properties![name]!] : typeof rest === 'object' ? [rest] : [],
  )

/** Whether a field is a secret by its name, in an object that has one of these schemas. */
export const isSecretName = (name: string, shapes: readonly Shape[]): boolean =>
  secretName.test(name) ||
  (doubtfulName.test(name) && !shapes.some(({ properties }) => Object.hasOwn(properties ?? {}, name)))
