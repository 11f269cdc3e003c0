import type { ModelFacts } from '@linecard/driver-kit'
import type { DdmTable } from './optics/ddm.ts'
import type { PortTable } from './ports/layouts.ts'

/** What differs between the models of a family. */
export interface Params {
  /** The model's own port tables; IF-MIB alone where none are known. */
  ports?: PortTable
  /** Entry of the table of port loads, where it is not agentPORTutilizationTable. */
  portLoad?: string
  /** Nodes of the loads of processor and memory (over 5 s, 1 min, 5 min), and the entry of those of ports. */
  load?: { cpu: string; memory: string; ports?: string }
  /** Measurements of transceivers, where they do not stand in DDM-MGMT-MIB. */
  ddm?: DdmTable
}

export const paramsOf = (model: ModelFacts): Params => model.params ?? {}
