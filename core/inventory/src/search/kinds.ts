/** How one kind of rows is searched. All of it is SQL of ours; what a client typed is only ever a parameter. */
export interface Kind {
  table: 'inventory_device' | 'inventory_interface'
  /** Condition of its partial index. */
  where: string
  /** All that is searched of a row, as `search_key` but not folded: what an index finds is held against it. */
  text: string
  /** Column of the device's id. */
  device: 'id' | 'device_id'
}

const edge = "E'\\x1f'"
const joined = (...fields: string[]) => `lower(${edge} || ${fields.join(` || ${edge} || `)} || ${edge})`
const mac = ["coalesce(mac, '')", "coalesce(replace(mac, ':', ''), '')"]
const ofInterface = joined('name', 'description', 'comment', "coalesce(serial, '')", ...mac, 'agreement', 'ip')

export const deviceKind: Kind = { table: 'inventory_device', where: 'true', device: 'id', text: joined('name', 'host(ip)', 'description', 'location', 'serial', ...mac) }
export const interfaceKind: Kind = { table: 'inventory_interface', where: "type <> 'ONU'", device: 'device_id', text: ofInterface }
export const onuKind: Kind = { table: 'inventory_interface', where: "type = 'ONU'", device: 'device_id', text: ofInterface }
