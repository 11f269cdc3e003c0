type Known<O> = { [K in keyof O]?: Exclude<O[K], null> }
/** The fields that are neither null nor undefined. */
export const known = <O extends object>(fields: O): Known<O> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Known<O>

/** The value without fields that are null, at any depth: for people, who do not look for missing fields. */
export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(known(value)).map(([name, one]) => [name, withoutNulls(one)]))
}

/** Null for an object without fields. */
export const filled = <O extends object>(fields: O): O | null =>
  Object.keys(fields).length > 0 ? fields : null

/** The result of `then`, or null without a value. */
export const ifKnown = <A, B>(value: A | null | undefined, then: (value: A) => B): B | null =>
  value === null || value === undefined ? null : then(value)
