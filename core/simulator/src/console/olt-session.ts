import type { OltModel, SimulatedOlt } from '../olt/olt.ts'
import type { Onu, PonPort } from '../olt/onu-state.ts'
import type { AnySession, Dialect } from './dialect.ts'

/** A signed-in console of an OLT, as its commands read and change it. `olt.now()` is the time. */
export interface OltSession extends AnySession<SimulatedOlt> {
  readonly olt: SimulatedOlt
  /** Slot of the card, the PON port, and the ONU to which the mode applies. */
  card: number | undefined
  pon: PonPort | undefined
  onu: Onu | undefined
  /** What a dialect keeps for itself, e.g. the last confirmation. */
  notes: Record<string, unknown>
}

/** A model with its command line. */
export interface OltProduct extends OltModel {
  /** Undefined: the OLT has no console. */
  console?: Dialect<OltSession>
}
/** The models of a vendor, by name. */
export type OltProducts = Readonly<Record<string, OltProduct>>
