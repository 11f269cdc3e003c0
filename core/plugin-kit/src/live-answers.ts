import type { Module } from '@linecard/driver-kit'
import { Interface } from '@linecard/driver-kit/modules'
import { Type as T, type TSchema } from 'typebox'
import type { LiveParts } from './live-gather.ts'
import { closedObject } from './shapes.ts'

type Row = Record<string, unknown>
/**
 * What is left of a module's answer when one interface was asked for, by its bind key; undefined: it cannot
 * be told.
 */
export type Narrow = (data: never, id: number, parts: LiveParts) => unknown

export interface LiveModule {
  module: Module
  /** For a module that cannot be asked for one interface. */
  narrow?: Narrow
  /** Asked only where no interface was asked for, or only where one was; in both cases unless said. */
  when?: 'whole' | 'narrow'
}

/** What a live operation answers: which modules it asks, and what it makes of their parts. */
export interface LiveAnswer {
  schema: TSchema
  example: unknown
  modules: readonly LiveModule[]
  /** Null: no part of it came. */
  make(parts: LiveParts): unknown
}

const absent = 'null: not asked for, the model does not have it, or it did not come (see meta)'
const orAbsent = (schema: TSchema, description?: string) =>
  T.Union([schema, T.Null()], { description: description ? `${description}; ${absent}` : absent })

const hasInterface = (schema: TSchema): boolean =>
  'interface' in ((schema as { properties?: object }).properties ?? {})
const itemsOf = ({ result }: Module) => (result as { items?: TSchema }).items
const refOf = (row: Row) => (row['interface'] ?? null) as { id: number } | null

/** Whether a module takes an argument of this name. */
export const takes = ({ args }: Module, name: string): boolean =>
  Object.hasOwn((args as { properties?: object }).properties ?? {}, name)

/**
 * Rows about one interface of a module that answers all; undefined where its answer is not about interfaces.
 */
export const narrowOf = ({ module, narrow }: LiveModule): Narrow | undefined => {
  if (narrow) return narrow
  const items = itemsOf(module)
  return !takes(module, 'interface') && items && hasInterface(items)
    ? (rows: readonly Row[], id) => rows.filter(row => refOf(row)?.id === id)
    : undefined
}

/** The answer of one module, as its schema in the catalogue says. */
export const answerOf = (module: Module, options: Omit<LiveModule, 'module'> = {}): LiveAnswer => ({
  schema: module.result,
  example: module.example,
  modules: [{ module, ...options }],
  make: parts => parts.get(module.name)?.data ?? null,
})

/** Several answers side by side: each is null where it did not come. */
export function together(
  answers: Readonly<Record<string, LiveAnswer>>,
  options: { $id: string; description?: string },
): LiveAnswer {
  const each = <V>(of: (answer: LiveAnswer) => V) =>
    Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, of(answer)]))
  return {
    schema: closedObject(
      each(({ schema }) => orAbsent(schema)),
      options,
    ),
    example: each(({ example }) => example),
    modules: Object.values(answers).flatMap(({ modules }) => modules),
    make: parts => each(answer => answer.make(parts)),
  }
}

/** How the rows of a module join those of others. */
export interface Joined {
  module: Module
  /** Just this field of its rows, instead of all of them. */
  field?: string
  /** It may have several rows for an interface. */
  several?: true
}

const fieldsOf = ({ module, field, several }: Joined): TSchema => {
  const { interface: _, ...fields } = (itemsOf(module) as unknown as { properties: Record<string, TSchema> })
    .properties
  const row = field === undefined ? closedObject(fields) : fields[field]!
  return several ? T.Array(row) : row
}
const cellOf = ({ field, several }: Joined, rows: readonly Row[]): unknown => {
  const cells = rows.map(row => {
    const { interface: _, ...fields } = row
    return field === undefined ? fields : fields[field]
  })
  return several ? cells : (cells[0] ?? null)
}

/**
 * Modules that answer by interface, joined: a row for each interface with a field for each module; null where
 * it says nothing of that interface or did not come. `base` (`interfaces_list`) gives the order, and rows
 * without anything else; without it there are rows only for what somebody says something of.
 */
export function byInterface(
  joined: Readonly<Record<string, Joined>>,
  options: { $id: string; description?: string },
  base?: Module,
): LiveAnswer {
  const fields = Object.entries(joined)
  const exampleOf = ({ module: { example } }: Joined) => (example as Row[]).slice(0, 1)
  const place = (base?.example as Row[] | undefined)?.[0] ?? refOf(exampleOf(fields[0]![1])[0]!)
  return {
    schema: T.Array(
      closedObject(
        {
          interface: Interface,
          ...Object.fromEntries(fields.map(([name, one]) => [name, orAbsent(fieldsOf(one))])),
        },
        options,
      ),
    ),
    example: [
      {
        interface: place,
        ...Object.fromEntries(fields.map(([name, one]) => [name, cellOf(one, exampleOf(one))])),
      },
    ],
    modules: [...(base ? [{ module: base }] : []), ...fields.map(([, { module }]) => ({ module }))],
    make(parts) {
      const rowsOf = ({ name }: Module) => parts.get(name)?.data as readonly Row[] | undefined
      const places = new Map((base ? (rowsOf(base) ?? []) : []).map(one => [one['id'], one]))
      const columns = fields.map(([name, one]) => {
        const rows = rowsOf(one.module)
        for (const row of rows ?? [])
          if (!places.has(refOf(row)!.id)) places.set(refOf(row)!.id, row['interface'] as Row)
        return { name, one, rows: rows && Map.groupBy(rows, row => refOf(row)!.id) }
      })
      if (places.size === 0 && columns.every(({ rows }) => rows === undefined) && !(base && rowsOf(base)))
        return null
      return [...places].map(([id, at]) => ({
        interface: at,
        ...Object.fromEntries(
          columns.map(({ name, one, rows }) => [
            name,
            rows ? cellOf(one, rows.get(id as number) ?? []) : null,
          ]),
        ),
      }))
    },
  }
}
