import type { Column } from '@linecard/driver-kit'
import type { AdminState } from '@linecard/driver-kit/modules'

export type Medium = 'Copper' | 'Fiber'

/** Columns of a model's own port tables. Index: port and medium, or only the port. */
export interface PortColumns {
  medium?: Column<Medium>
  link?: Column<'Up' | 'Down'>
  /** Agreed speed and duplex, or Down. */
  nway?: Column<string>
  duplex?: Column<'Full' | 'Half'>
  admin?: Column<AdminState>
  /** Configured speed and duplex. */
  speed?: Column<string>
  learning?: Column<'Enabled' | 'Disabled'>
}

export interface PortTable {
  columns: PortColumns
  /** The index is only the port. */
  byPort?: true
}

/** Node of the optics of a series, and the power unit for each code of its unit object. */
export interface DdmTable {
  entry: string
  unit: string
  units: Readonly<Record<number, 'mW' | 'dBm'>>
}

/** Differences between the models of a family. */
interface ModelParams {
  /** Port tables of the model. If absent, the driver reads only IF-MIB. */
  ports?: PortTable
  /** Entry of the table of port loads. Default: agentPORTutilizationTable. */
  portLoad?: string
  /**
   * Nodes of the loads of processor and memory (over 5 s, 1 min, 5 min), and the entry of the loads of ports.
   */
  load?: { cpu: string; memory: string; ports?: string }
  /** Measurements of transceivers. Default: DDM-MGMT-MIB. */
  ddm?: DdmTable
}

/** Params of every D-Link family. If absent, the driver reads the tables of the common MIBs. */
export type Params = ModelParams | undefined
