import { closedObject } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'

/** How a parameter of the other template gets its value. */
export const Mapping = T.Record(
  T.String(),
  closedObject({
    from: T.Optional(
      T.String({ maxLength: 64, description: 'Parameter of the present registration; absent: the same key' }),
    ),
    values: T.Optional(
      T.Record(T.String(), T.String({ maxLength: 1000 }), {
        description: 'Present value → new value, e.g. names of profiles',
      }),
    ),
    value: T.Optional(T.String({ maxLength: 1000, description: 'This value, if nothing else gives one' })),
  }),
  {
    maxProperties: 200,
    description: 'Parameter of the template of the other OLT → where its value comes from',
  },
)
export type Mapping = Static<typeof Mapping>

/** The params that constants of a mapping can make, in the shape of params: some may be secrets. */
export const constantsOf = (mapping: Mapping = {}): Record<string, unknown>[] =>
  Object.entries(mapping).flatMap(([key, { from = key, values = {}, value }]) => [
    ...(value === undefined ? [] : [{ [key]: value }]),
    ...Object.entries(values).flatMap(([present, other]) => [{ [from]: present }, { [key]: other }]),
  ])

/** The params for the other OLT; without a mapping they stay what they are. */
export function mapped(
  params: Readonly<Record<string, unknown>>,
  mapping: Mapping | undefined,
): Record<string, unknown> {
  if (!mapping) return { ...params }
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([key, { from = key, values, value }]) => {
      const present = Object.hasOwn(params, from) ? params[from] : undefined
      const other = values && typeof present === 'string' && Object.hasOwn(values, present)
      const given = other ? values[present as string] : (value ?? (values ? undefined : present))
      return given === undefined ? [] : [[key, given]]
    }),
  )
}
