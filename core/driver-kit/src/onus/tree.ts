import type { Column } from '../table/index.ts'
import type { Session } from '../contract/session.ts'
import type { OnuStatus } from '../modules/index.ts'
import type { OnuPlace, PlaceIndex, Places, Technology } from './places.ts'

/**
 * Columns about ONUs and the indexes of their rows. Several indexes mean several layouts, which differ by
 * their type field (EPON, by board). A function reads what it needs to know first, an index map for example,
 * and keeps it with `session.memo`. It gets the ONUs that are about to be read, so that it can read the part
 * of the map that they need.
 */
export interface OnuTable<C = Record<string, Column<unknown>>> {
  columns: C
  /** Codecs of the row indexes, or what finds them out. `all`: whole columns are about to be read. */
  index:
    | readonly PlaceIndex[]
    | ((session: Session, onus: readonly OnuPlace[] | 'all') => Promise<readonly PlaceIndex[]>)
}

/**
 * Where the rows of ONUs are found if they have no table of their own with a codec: rows of ifTable, which
 * only their names tell. A tree with it is used if no tree before it is, and its `list` is not read.
 */
export interface OnuFinder {
  /** All ONUs. It is called after `readPorts` of the same call. */
  all(session: Session): Promise<readonly OnuPlace[]>
  /** Tells whether the device has this ONU now. */
  has(session: Session, place: OnuPlace): Promise<boolean>
  /** ifIndex of an ONU that was found; null: it has none. */
  ifIndexOf(session: Session, place: OnuPlace): Promise<number | null>
  /** The ONU of a row of ifTable, as far as it is known; null: none. Absent: nobody names ONUs by it. */
  at?(session: Session, ifIndex: number): Promise<OnuPlace | null>
  /** ifType of the rows of ONUs. */
  ifType: number
}

/** The state of an ONU in the vendor's words, and the meaning of these words. */
export interface StateWords {
  /** Word of the phase → uniform word. */
  phases: Readonly<Record<string, OnuStatus>>
  /** The phases in which the reason of the last loss is more exact, and the reasons that are. */
  lost: string | readonly string[]
  reasons: Readonly<Record<string, OnuStatus>>
}

/** Columns of the state of ONUs. `StateWords` has the meaning of `phase` and `reason`. */
export type StateColumns = {
  phase: Column<string>
  /** ifOperStatus of the ONU: up is online, whatever the phase; anything else is not online. */
  oper: Column<string>
  admin: Column<'Enabled' | 'Disabled'>
  reason: Column<string>
  /** State of the configuration in the vendor's words. */
  conf: Column<string>
}
/**
 * Last registration and last loss of ONUs, with its reason. Both times are `YYYY-MM-DD HH:MM:SS` by the clock
 * of the OLT.
 */
export type TimeColumns = {
  online: Column<string>
  offline: Column<string>
  reason: Column<string>
  /** Time online, seconds. */
  alive: Column<number>
}
/** Name and descriptions of ONUs. A name with `ONU-` is the OLT's own: the description is shown instead. */
export type NameColumns = {
  name?: Column<string>
  description: Column<string>
  /** Another description, where that one is empty. */
  alias?: Column<string>
}
/** Serial numbers. `authentication`: the one by which the OLT identifies an ONU, used if `serial` is null. */
export type SerialColumns = { serial: Column<string>; authentication?: Column<string> }
/**
 * Fields of `pon_onts_optical`: `rx`, `tx` and `olt_rx` in dBm, `temp` in °C, `voltage` in V, `bias` in mA,
 * `distance` in m.
 */
export type OpticalField = 'rx' | 'tx' | 'olt_rx' | 'temp' | 'voltage' | 'bias' | 'distance'
/** A table with columns for some of `OpticalField`, each in the unit of its field. */
export type OpticalTable = OnuTable<Partial<Record<OpticalField, Column<number>>>>
/** Facts of `pon_onts_vendor`. `version` is its `ver_firmware`. */
export type VendorField = 'vendor' | 'model' | 'version' | 'software' | 'hardware'

/**
 * All data that one generation of firmware gives about the ONUs of one technology. Data that it does not
 * give is absent.
 */
export interface OnuTree {
  technology: Technology
  /** The tables have ONUs of several technologies: only the port tells which of them. */
  mixed?: true
  /** A column with a row for every ONU; with several columns each of them has one. */
  list: OnuTable
  finder?: OnuFinder
  /**
   * `also`: more tables with columns of the state. The first value of an ONU decides. With `ifLost`, a table
   * is not read for a single ONU that is online.
   */
  state?: OnuTable<Partial<StateColumns>> & {
    words: StateWords
    also?: readonly (OnuTable<Partial<StateColumns>> & { ifLost?: true })[]
  }
  times?: OnuTable<Partial<TimeColumns>>
  names?: OnuTable<NameColumns>
  serials?: OnuTable<SerialColumns>
  macs?: OnuTable<{ mac: Column<string> }>
  /** Measured by the OLT: read as whole columns. */
  atOlt?: readonly OpticalTable[]
  /**
   * Measured by the ONU, which the OLT asks over the fibre. Only ONUs that are online are read: each of the
   * others costs a time-out.
   */
  atOnu?: OpticalTable
  vendors?: readonly OnuTable<Partial<Record<VendorField, Column<string>>>>[]
}

/**
 * Trees by technology, in the order of the attempts. The first tree with a row is the one that the firmware
 * uses.
 */
export type OnuTrees = readonly (readonly OnuTree[])[]

/** What the common modules of ONUs need to know about a series of OLTs. */
export interface Olt {
  places: Places
  trees: OnuTrees
  /**
   * ifIndex of an ONU, for OLTs whose ONUs are also rows of ifTable; null: it has none. It is called after
   * `readPorts`, and asks nothing for a single ONU. Absent: ONUs have none, or the finder of the tree tells
   * it.
   */
  ifIndexOf?(session: Session, place: OnuPlace): Promise<number | null>
}
