import type { ColumnType, Generated, SqlEntityManager, TablesOf } from '@linecard/plugin-kit/sql'
import type { Access, Device, Group, Interface, Model } from './entities/index.ts'
import type { ImportPieceTable, ImportRowTable, ImportTable } from './import-tables.ts'

export type EntityTables = TablesOf<
  typeof Access | typeof Device | typeof Group | typeof Interface | typeof Model
>

/** Columns that no entity has: they belong to jobs and indexes. */
export interface DeviceColumns {
  /** When the FDB was last asked. */
  fdb_at: Date | null
  /** Folded texts, for the trigram index. */
  search_key: ColumnType<string, never, never>
}
export type InterfaceColumns = Pick<DeviceColumns, 'search_key'>

export interface StatusChangeTable {
  id: ColumnType<string, never, never>
  interface_id: number
  status: string | null
  previous: string | null
  reason: string | null
  /** Who set it by hand; null for the device. */
  login: string | null
  time: Date
}

/** One row for each interface, MAC address and VLAN. */
export interface SightingTable {
  interface_id: number
  /** `aa:bb:cc:dd:ee:ff` when read. */
  mac: string
  /** 0: no VLAN. */
  vlan_id: number
  first_seen: Date
  last_seen: Date
  active: Generated<boolean>
}

export interface SightingPortTable {
  interface_id: number
  /** Different MAC addresses in the last whole FDB, also those that are not kept. */
  macs: number
}

/** Optics in dBm, °C, V and m. Rows are kept by a trigger on inventory_interface. */
export interface OnuTable {
  interface_id: number
  device_id: number
  bind_key: string
  parent_bind_key: string | null
  name: string
  status: string | null
  status_changed_at: Date | null
  description: string
  comment: string
  agreement: string
  created_at: Date
  ident: string | null
  ident_type: 'SERIAL' | 'MAC' | null
  serial_ascii: string | null
  serial_hex: string | null
  mac: string | null
  vendor: string | null
  model: string | null
  rx: number | null
  tx: number | null
  olt_rx: number | null
  temp: number | null
  voltage: number | null
  distance: number | null
  optics_at: Date | null
  rx_bad_since: Date | null
  olt_rx_bad_since: Date | null
  bad_since: ColumnType<Date | null, never, never>
  last_down_reason: string | null
  last_reg: string | null
  last_dereg: string | null
  bind_status: string | null
  search: ColumnType<string, never, never>
  search_key: ColumnType<string, never, never>
}

export interface OnuReadingTable {
  device_id: number
  module: string
  time: Date
  complete: boolean
  error: string | null
}

/** Interfaces of a type that a device has in each state. Rows are kept by triggers on inventory_interface. */
export interface InterfaceCountTable {
  device_id: number
  type: string
  up: number
  down: number
  unknown: number
}

/** The groups of an access profile. */
export interface AccessGroupTable {
  access_id: number
  group_id: number
}

/** Devices whose status somebody tells again and again. */
export interface ReachedTable {
  device_id: number
  /** When it was last told. */
  told_at: Date
}

/** Interfaces that are not listed any more, and that are not removed yet. */
export interface VanishedTable {
  interface_id: number
  since: Date
}

/** The newest stored reading of a module of a device. */
export interface NewestTable {
  device_id: number
  module: string
  /** When it began. */
  time: Date
}

/** Unwanted interfaces of a device. */
export interface LeftOutTable {
  device_id: number
  /** Names by bind key. */
  interfaces: Record<string, string>
  /** Who has written about those that stay: names of components by the id of the interface. */
  kept: Record<string, string[]>
}

export type Tables = EntityTables & {
  inventory_access_group: AccessGroupTable
  inventory_device: DeviceColumns
  inventory_interface: InterfaceColumns
  inventory_interface_status_history: StatusChangeTable
  inventory_interface_count: InterfaceCountTable
  inventory_sighting: SightingTable
  inventory_sighting_port: SightingPortTable
  inventory_onu: OnuTable
  inventory_onu_reading: OnuReadingTable
  inventory_reached: ReachedTable
  inventory_vanished: VanishedTable
  inventory_newest: NewestTable
  inventory_left_out: LeftOutTable
  inventory_import: ImportTable
  inventory_import_piece: ImportPieceTable
  inventory_import_row: ImportRowTable
}

/** Queries on the connection of `em`, inside of its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
