import type { SnmpSession, SnmpTuning } from '@linecard/driver-kit'
import type { SnmpAccess } from '@linecard/plugin-kit'
import type { Budget } from '../limits/budget.ts'
import type { RoundTripMemory } from './round-trip.ts'

/** What was learnt about an agent. Its next connection begins with it. */
export interface Learnt {
  /** Rows that an agent gives to one GETBULK; null as long as no limit was seen. */
  maxRepetitions: number | null
  /** Varbinds of one answer (columns × rows); null as long as no limit was seen. */
  maxVarbinds: number | null
  /** The agent answers GETNEXT but not GETBULK. */
  noBulk: boolean
}

/** Counts since the connection was opened. */
export interface SnmpStats {
  /** Datagrams sent, with repetitions. */
  requests: number
  /** Requests that got an answer. */
  answers: number
  /** Waits that ran out. */
  timeouts: number
  /** Repetitions sent. */
  retries: number
  /** Answers to our requests from another address or port. */
  dropped_foreign: number
  /** Answers to no open request: duplicates, and answers after the last wait. */
  late: number
  /** Datagrams that could not be read, or with wrong SNMPv3 protection. */
  malformed: number
  varbinds: number
  /** UDP payload sent and received, in octets. */
  sent_bytes: number
  received_bytes: number
}

export interface SnmpLimits {
  /** Longest time of one get, columns or set, in ms. 180,000 by default. */
  callMs?: number
}

export interface OpenSnmpOptions {
  /** IPv4 or IPv6 address; no name. */
  ip: string
  access: SnmpAccess
  tuning?: SnmpTuning
  learnt?: Partial<Learnt>
  /** Round trips of earlier connections. */
  roundTrip?: Partial<RoundTripMemory> | null
  limits?: SnmpLimits
  /** Ends every open question and refuses new ones. */
  signal?: AbortSignal
  /** Called once, when the connection is closed. */
  onStats?: (stats: SnmpStats) => void
}

/**
 * SNMP to one device. Only one request is under way at a time, because many agents have a single thread; one
 * that counts as lost makes way for the next.
 */
export interface SnmpConnection extends SnmpSession {
  readonly stats: Readonly<SnmpStats>
  readonly learnt: Readonly<Learnt>
  readonly roundTrip: Readonly<RoundTripMemory>
  /**
   * The session of one call. When the signal fires, nothing more is sent: `columns` gives the rows it has
   * (missing: `time_limit`), everything else throws DeviceTimeout, a `get` with its values in `partial`. A
   * SET that was sent is waited for. The budget bounds all that the session reads: what is beyond it is
   * missing. `attempts`: time-outs that each request gets, instead of those of the access profile.
   */
  until(signal: AbortSignal, budget?: Budget, attempts?: number): SnmpSession
  /** Fails the open question with SessionLost. The sockets are shared and stay open. */
  close(): void
}

export const newStats = (): SnmpStats => ({
  requests: 0,
  answers: 0,
  timeouts: 0,
  retries: 0,
  dropped_foreign: 0,
  late: 0,
  malformed: 0,
  varbinds: 0,
  sent_bytes: 0,
  received_bytes: 0,
})

/** Adds `more` to `total`. */
export function addStats(total: SnmpStats, more: Readonly<SnmpStats>): void {
  for (const name of Object.keys(total) as (keyof SnmpStats)[]) total[name] += more[name]
}
