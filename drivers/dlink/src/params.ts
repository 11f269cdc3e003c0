import type { Column } from '@linecard/driver-kit'
import type { AdminState } from '@linecard/driver-kit/modules'

export type Medium = 'Copper' | 'Fiber'

/** What a model's own port tables say. Index: port and medium, or the port alone. */
export interface PortColumns {
  medium?: Column<Medium>
  link?: Column<'Up' | 'Down'>
  /** Speed and duplex that were agreed on, or Down. */
  nway?: Column<string>
  duplex?: Column<'Full' | 'Half'>
  admin?: Column<AdminState>
  /** Speed and duplex that are configured. */
  speed?: Column<string>
  learning?: Column<'Enabled' | 'Disabled'>
}

export interface PortTable {
  columns: PortColumns
  /** The index is the port alone. */
  byPort?: true
}

/** Where a series keeps its optics, and which code of its unit scalar stands for which unit of power. */
export interface DdmTable {
  entry: string
  unit: string
  units: Readonly<Record<number, 'mW' | 'dBm'>>
}

/** What differs between the models of a family. */
interface ModelParams {
  /** The model's own port tables; IF-MIB alone where none are known. */
  ports?: PortTable
  /** Entry of the table of port loads, where it is not agentPORTutilizationTable. */
  portLoad?: string
  /** Nodes of the loads of processor and memory (over 5 s, 1 min, 5 min), and the entry of those of ports. */
  load?: { cpu: string; memory: string; ports?: string }
  /** Measurements of transceivers, where they do not stand in DDM-MGMT-MIB. */
  ddm?: DdmTable
}

/** Params of every family of D-Link; absent: the tables of the common MIBs. */
export type Params = ModelParams | undefined
