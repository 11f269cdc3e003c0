import type { Module } from '@linecard/driver-kit'
import { Interface } from '@linecard/driver-kit/modules'
import { Type as T, type TSchema } from 'typebox'
import { closedObject } from '../shapes.ts'
import { interfaceOf, itemsOf, orAbsent, type LiveAnswer, type Row } from './answers.ts'

/** How the rows of a module join those of others. */
export interface Joined {
  module: Module
  /** Only this field of its rows. By default all fields. */
  field?: string
  /** It can have several rows for an interface: the field is a list. */
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
 * Joins modules that answer by interface: a row for each interface, with a field for each module. The field
 * is null if the module failed or has nothing about that interface. `base` (`interfaces_list`) gives the
 * order and a row for every interface. Without it there are rows only for the interfaces that a module names.
 */
export function byInterface(
  joined: Readonly<Record<string, Joined>>,
  options: { $id: string; description?: string },
  base?: Module,
): LiveAnswer {
  const fields = Object.entries(joined)
  const exampleOf = ({ module: { example } }: Joined) => (example as Row[]).slice(0, 1)
  const place = (base?.example as Row[] | undefined)?.[0] ?? interfaceOf(exampleOf(fields[0]![1])[0]!)
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
          if (!places.has(interfaceOf(row)!.id)) places.set(interfaceOf(row)!.id, row['interface'] as Row)
        return { name, one, rows: rows && Map.groupBy(rows, row => interfaceOf(row)!.id) }
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
