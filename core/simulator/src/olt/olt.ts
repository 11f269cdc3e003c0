import type { ResultOf } from '@linecard/driver-kit'
import type { ponProfiles } from '@linecard/driver-kit/modules'
import type { SimulatedDevice } from '../simulated/base.ts'
import type { Subtree } from '../simulated/columns.ts'
import type { LongTable } from '../simulated/long-tables.ts'
import type { Timeline } from '../simulated/timeline.ts'
import type { Clock } from '../simulated/clock.ts'
import type { SystemFacts } from '../simulated/identity.ts'
import type { Port } from '../simulated/port.ts'
import type { Restartable } from '../simulated/restartable.ts'
import type { Vlan } from '../simulated/vlan.ts'
import type { OltEvent, ScriptedEvent } from './event.ts'
import type { Configuration } from './configuration.ts'
import type { Card, InterfaceNames, Uplink } from './hardware.ts'
import type { Onu, PonPort } from './onu-state.ts'
import type { OnuType } from './onu-types.ts'

/** What makes a model of an OLT: data, and tables of its own. */
export interface OltModel {
  sysDescr: string
  sysObjectId: string
  oui: readonly [number, number, number]
  cards: readonly Card[]
  /** The interface of a PON port. */
  pon(card: Card, number: number): InterfaceNames
  uplinks: readonly Uplink[]
  /** Numbers of ONUs on a port: from `first`, at most `max` of them. Default 1 and 128. */
  numbers?: { first: 0 | 1; max: number }
  /** Types of the ONUs that are drawn. Default: `commonTypes`. */
  types?: readonly OnuType[]
  /** Standard tables that this firmware lacks. */
  lacks?: readonly ('bridge' | 'vlans' | 'lldp')[]
  /** Short tables: cards, modules, scalars, autofind. Listed as a whole, and again when they expire. */
  subtrees(olt: SimulatedOlt): readonly Subtree[]
  /** Tables with rows for each ONU. */
  tables(olt: SimulatedOlt): readonly LongTable[]
  /** Puts what the OLT has at the start into its configuration: profiles, services of the drawn ONUs. */
  draw?(olt: SimulatedOlt): void
  /** Has these profiles instead of its own: names by kind, as `pon_profiles` tells them. */
  useProfiles?(olt: SimulatedOlt, profiles: ResultOf<typeof ponProfiles>): void
  /**
   * The running configuration as this vendor prints it: with every ONU, its texts and its services. Equal
   * states give equal texts.
   */
  running?(olt: SimulatedOlt): string
}

/** An ONU that is connected but not registered. */
export interface FoundOnu {
  port: PonPort
  /** Number among those of its port, from 1. */
  slot: number
  serial: Buffer
  type: string
  password: string
  sinceMs: number
}

/** A place on a PON port where sometimes an unregistered ONU appears. */
export interface Visitor {
  port: PonPort
  seed: string
  present: Timeline<number>
}

/** An ONU that the OLT does not let in. */
export interface RefusedOnu {
  port: PonPort
  serial: Buffer
  reason: 'blacklist' | 'password' | 'rogue'
  sinceMs: number
}

/** A living OLT: one state, which SNMP, the command line and the events of a script show and change. */
export interface SimulatedOlt extends SimulatedDevice {
  readonly vendor: string
  readonly modelName: string
  readonly model: OltModel
  readonly facts: SystemFacts
  readonly control: OltControl
  readonly seed: string
  readonly clock: Clock
  readonly vlans: readonly Vlan[]
  readonly types: readonly OnuType[]
  readonly cards: readonly Card[]
  /** Slots whose card is pulled. */
  readonly pulled: Set<number>
  readonly pons: readonly PonPort[]
  readonly uplinks: readonly Port[]
  /** All registered ONUs at this moment, sorted by port and number. */
  readonly onus: readonly Onu[]
  /** Unregistered ONUs of which an event or a deletion has told. See `foundOnus` for all. */
  found: Omit<FoundOnu, 'slot'>[]
  readonly visitors: readonly Visitor[]
  refused: RefusedOnu[]
  /** Services of ONUs and of ports, and profiles, by sections of the vendor. Drawn at its first use. */
  readonly configuration: Configuration
  /** ONUs do nothing by themselves. */
  readonly steady: boolean
  /** Grows with every change of which rows there are. */
  readonly generation: number
  /** Must be called after a change of which rows there are. */
  changed(): void
  /** Time of the clock, after the events that are due. */
  now(): number
  /** Events of the script that could not be executed. */
  readonly failedEvents: readonly { event: ScriptedEvent; error: Error }[]
  /** Executes an event now. Throws if it names a port or an ONU that is not there. */
  do(event: OltEvent): void
}

export interface OltControl extends Restartable {
  /** The running configuration differs from the saved one. */
  unsaved: boolean
  save(): void
}
