import type { Column } from '@linecard/driver-kit'
import type { OnuStatus } from '@linecard/driver-kit/modules'
import type { PlaceIndex } from '../indexes.ts'
import type { Technology } from '../place.ts'

/**
 * Columns about ONUs and how their rows are numbered. Several indexes: layouts that tell themselves apart
 * (EPON by board).
 */
export interface OnuTable<C = Record<string, Column<unknown>>> {
  columns: C
  index: readonly PlaceIndex[]
}

/** What an OLT says of an ONU's state, in the vendor's words, and what these mean. */
export interface StateWords {
  /** Word of the phase → uniform word. */
  phases: Readonly<Record<string, OnuStatus>>
  /** The phase in which the reason of the last loss says more, and reasons that do. */
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
 * Everything one generation of firmware tells of the ONUs of one technology. What it does not tell is absent.
 */
export interface OnuTree {
  technology: Technology
  /** A column in which every ONU has a row. */
  list: OnuTable
  state?: OnuTable<StateColumns> & { words: StateWords }
  times?: OnuTable<TimeColumns>
  names?: OnuTable<NameColumns>
  serials?: OnuTable<SerialColumns>
  macs?: OnuTable<{ mac: Column<string> }>
  /** Measured by the OLT: read as whole columns. */
  atOlt?: readonly OnuTable<Partial<Record<OpticalField, Column<number>>>>[]
  /**
   * Measured by the ONU, which the OLT asks over the fibre: only of those that are online, as the others cost
   * a time-out each.
   */
  atOnu?: OnuTable<Partial<Record<OpticalField, Column<number>>>>
  vendors?: readonly OnuTable<{ vendor?: Column<string>; model?: Column<string>; version?: Column<string> }>[]
}

/**
 * Trees by technology, in the order in which they are tried: the first that has a row is the one that the
 * firmware uses.
 */
export type OnuTrees = readonly (readonly OnuTree[])[]
