import { sql, type ColumnType, type Generated, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Proof } from './discovery/found.ts'

export type Source = 'manual' | 'automatic'
/**
 * `active`: it is there; `suggested`: found, but not surely; `refused`: a person says that it is not there,
 * for good; `gone`: found once, and not seen any more.
 */
export type State = 'active' | 'suggested' | 'refused' | 'gone'
export const states = ['active', 'suggested', 'refused', 'gone'] as const satisfies readonly State[]

/** A point of a line on a map, in degrees. */
export interface Point {
  lat: number
  lon: number
}

type Json<T> = ColumnType<T, string | undefined, string>

export interface LinkTable {
  id: Generated<number>
  /** Nearer to the gateway, if `directed`. */
  src_device_id: number
  src_interface_id: number | null
  dest_device_id: number
  dest_interface_id: number | null
  /** The aggregates of which the ports are members. */
  src_aggregate_id: number | null
  dest_aggregate_id: number | null
  source: Source
  state: State
  directed: Generated<boolean>
  /** Of the last scan that found it. */
  proofs: Json<Proof[]>
  /** 0 to 1; null: no scan has found it. */
  confidence: number | null
  sure: boolean | null
  shared: Generated<boolean>
  note: Generated<string>
  path: Json<Point[]>
  created_at: Date
  /** Login; null: a scan. */
  created_by: string | null
  /** Login of who accepted or refused it. */
  decided_by: string | null
  /** The last scan that found it. */
  seen_at: Date | null
  /** For how long scans could have found it since then, and did not. */
  missed_sec: Generated<number>
}

/** Where a device is drawn. */
export interface PlaceTable {
  device_id: number
  x: number
  y: number
  /** Login; null: computed. */
  placed_by: string | null
}

export interface ScanTable {
  id: number
  scanned_at: Date | null
  report: ColumnType<unknown, string | null, string | null>
}

export interface Tables {
  links_link: LinkTable
  links_place: PlaceTable
  links_scan: ScanTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()

/** Lets one transaction write links at a time. Readers go on. */
export const lockLinks = (em: SqlEntityManager) =>
  sql`lock table links_link in share row exclusive mode`.execute(tables(em))
