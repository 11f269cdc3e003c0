/**
 * How one kind of rows is searched. All of it is SQL of ours; what a client typed is only ever a parameter.
 */
export interface Kind {
  table: 'inventory_device' | 'inventory_interface'
  /** Condition of its partial index, by the table's alias. */
  where(alias: string): string
  /**
   * All that is searched of a row, as `search_key` but not folded: what an index finds is held against it.
   */
  text(alias: string): string
  /** Column of the device's id. */
  device: 'id' | 'device_id'
}

const edge = "E'\\x1f'"
const joined = (...fields: string[]) => `lower(${edge} || ${fields.join(` || ${edge} || `)} || ${edge})`
const mac = (of: string) => [`coalesce(${of}.mac, '')`, `coalesce(replace(${of}.mac, ':', ''), '')`]
const ofInterface = (of: string) =>
  joined(
    `${of}.name`,
    `${of}.description`,
    `${of}.comment`,
    `coalesce(${of}.serial, '')`,
    ...mac(of),
    `${of}.agreement`,
    `${of}.ip`,
  )

export const deviceKind: Kind = {
  table: 'inventory_device',
  device: 'id',
  where: () => 'true',
  text: of =>
    joined(`${of}.name`, `host(${of}.ip)`, `${of}.description`, `${of}.location`, `${of}.serial`, ...mac(of)),
}
export const interfaceKind: Kind = {
  table: 'inventory_interface',
  device: 'device_id',
  where: of => `${of}.type <> 'ONU'`,
  text: ofInterface,
}
export const onuKind: Kind = {
  table: 'inventory_interface',
  device: 'device_id',
  where: of => `${of}.type = 'ONU'`,
  text: ofInterface,
}
