import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'

/** How one kind of rows is searched. `of` is the alias of its table. */
export interface Kind {
  table: 'inventory_device' | 'inventory_interface'
  /** Condition of its partial index. */
  where(of: string): RawBuilder<boolean>
  /**
   * All texts of a row that are searched, like `search_key` but not folded: a row that the index finds is
   * compared with it.
   */
  text(of: string): RawBuilder<string>
  /** Column of the device's id. */
  device: 'id' | 'device_id'
}

const edge = sql`E'\\x1f'`
const joined = (fields: readonly RawBuilder<string>[]) =>
  sql<string>`lower(${edge} || ${sql.join([...fields], sql` || ${edge} || `)} || ${edge})`
const column = (of: string, name: string) => sql<string>`${sql.ref(`${of}.${name}`)}`
const orEmpty = (field: RawBuilder<string>) => sql<string>`coalesce(${field}, '')`
const macOf = (of: string) => [
  orEmpty(column(of, 'mac')),
  orEmpty(sql`replace(${column(of, 'mac')}, ':', '')`),
]

const interfaceText = (of: string) =>
  joined([
    column(of, 'name'),
    column(of, 'description'),
    column(of, 'comment'),
    orEmpty(column(of, 'serial')),
    ...macOf(of),
    column(of, 'agreement'),
    column(of, 'ip'),
  ])
const deviceText = (of: string) =>
  joined([
    column(of, 'name'),
    sql`host(${column(of, 'ip')})`,
    column(of, 'description'),
    column(of, 'location'),
    column(of, 'serial'),
    ...macOf(of),
  ])

export const deviceKind: Kind = {
  table: 'inventory_device',
  device: 'id',
  where: () => sql`true`,
  text: deviceText,
}
export const interfaceKind: Kind = {
  table: 'inventory_interface',
  device: 'device_id',
  where: of => sql`${column(of, 'type')} <> 'ONU'`,
  text: interfaceText,
}
export const onuKind: Kind = {
  table: 'inventory_interface',
  device: 'device_id',
  where: of => sql`${column(of, 'type')} = 'ONU'`,
  text: interfaceText,
}
