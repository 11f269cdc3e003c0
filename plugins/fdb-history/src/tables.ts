import type { ColumnType, Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'

/** What the stays of MAC and of IP addresses have in common. */
export interface StayColumns {
  /** Digits. */
  id: ColumnType<string, never, never>
  /** The device whose table had it. */
  device_id: number
  first_seen: Date
  /** Of an open stay: at least then, and not before the last complete reading of its device. */
  last_seen: Date
  /** The reading that did not have it any more. Null: the stay is open. */
  closed_at: Date | null
  /** How often it came back after it had been elsewhere, without a new row. */
  flaps: Generated<number>
}

/** One stay of a MAC address on a port or behind an ONU. */
export interface IntervalTable extends StayColumns {
  interface_id: number
  /** `aa:bb:cc:dd:ee:ff` when read. */
  mac: string
  /** 0: no VLAN. */
  vlan_id: number
}

/** One stay of an IP address at a MAC address, as a router had it. */
export interface AddressTable extends StayColumns {
  /** Interface of the router; null: it is not stored, or the router did not tell. */
  interface_id: number | null
  ip: string
  mac: string
  vlan_id: number
}

export type Kind = 'fdb' | 'arp'

/** One row for each device and kind of table: what its last readings were. */
export interface ReadingTable {
  device_id: number
  kind: Kind
  /** Of the last answer that was used. */
  read_at: Date | null
  /** Of the last answer that had all rows: every open stay was in it. */
  complete_at: Date | null
  /** When the present hour of counting began, and the stays that were begun in it. */
  hour_at: Date | null
  begun: Generated<number>
  /** When flapping addresses were last told. */
  flapping_at: Date | null
}

/**
 * `loop`: many MAC addresses move both ways between two ports; `moving`: some come and go between ports;
 * `flood`: more than are kept; `changing`: an IP address comes and goes between MAC addresses; `many`: one
 * MAC address has many IP addresses.
 */
export type AnomalyKind = 'loop' | 'moving' | 'flood' | 'changing' | 'many'

/** Something odd about the addresses of a device. */
export interface AnomalyTable {
  device_id: number
  kind: AnomalyKind
  part: string
  interface_ids: number[]
  addresses: number
  sample: string[]
  since: Date
  /** The last reading that had it. */
  seen_at: Date
}

export interface Tables {
  fdb_history_interval: IntervalTable
  fdb_history_address: AddressTable
  fdb_history_reading: ReadingTable
  fdb_history_anomaly: AnomalyTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
