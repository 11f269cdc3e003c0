import type { Column } from '@linecard/driver-kit'
import type { OnuStatus } from '@linecard/driver-kit/modules'
import type { PlaceIndex } from '../indexes.ts'
import type { Technology } from '../place.ts'

/**
 * Columns about ONUs and the indexes of their rows. Several indexes mean several layouts, which differ by
 * their type field (EPON, by board).
 */
export interface OnuTable<C = Record<string, Column<unknown>>> {
  columns: C
  index: readonly PlaceIndex[]
}

/** The state of an ONU in the vendor's words, and the meaning of these words. */
export interface StateWords {
  /** Word of the phase → uniform word. */
  phases: Readonly<Record<string, OnuStatus>>
  /** The phase in which the reason of the last loss is more exact, and the reasons that are. */
  lost: string
  reasons: Readonly<Record<string, OnuStatus>>
}

export type StateColumns = {
  phase: Column<string>
  admin: Column<'Enabled' | 'Disabled'>
  reason: Column<string>
}
export type TimeColumns = { online: Column<string>; offline: Column<string>; reason: Column<string> }
export type NameColumns = { name?: Column<string>; description: Column<string> }
export type SerialColumns = { serial: Column<string>; authentication?: Column<string> }
export type OpticalField = 'rx' | 'tx' | 'olt_rx' | 'temp' | 'voltage' | 'bias' | 'distance'

/**
 * All data that one generation of firmware gives about the ONUs of one technology. Data that it does not
 * give is absent.
 */
export interface OnuTree {
  technology: Technology
  /** A column with a row for every ONU. */
  list: OnuTable
  state?: OnuTable<StateColumns> & { words: StateWords }
  times?: OnuTable<TimeColumns>
  names?: OnuTable<NameColumns>
  serials?: OnuTable<SerialColumns>
  macs?: OnuTable<{ mac: Column<string> }>
  /** Measured by the OLT: read as whole columns. */
  atOlt?: readonly OnuTable<Partial<Record<OpticalField, Column<number>>>>[]
  /**
   * Measured by the ONU. The OLT asks the ONU over the fibre, so only ONUs that are online are read: each
   * of the others costs a time-out.
   */
  atOnu?: OnuTable<Partial<Record<OpticalField, Column<number>>>>
  vendors?: readonly OnuTable<{ vendor?: Column<string>; model?: Column<string>; version?: Column<string> }>[]
}

/**
 * Trees by technology, in the order of the attempts. The first tree with a row is the one that the firmware
 * uses.
 */
export type OnuTrees = readonly (readonly OnuTree[])[]
