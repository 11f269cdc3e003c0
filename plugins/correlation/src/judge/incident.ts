import type { OnuFact, PortFact } from './facts.ts'

/** What was lost on a PON port in one incident. */
export interface PortIncident {
  port: PortFact
  fallen: readonly OnuFact[]
  /** ONUs of the port that are still there. */
  left: number
  /** ONUs that fell together before. */
  groups: readonly (readonly number[])[]
}
