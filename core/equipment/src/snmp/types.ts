import type { SnmpSession, SnmpTuning } from '@linecard/driver-kit'
import type { SnmpAccess } from '@linecard/plugin-kit'

/** What was found out about an agent, to be given to its next session. */
export interface Learnt {
  /** Rows an agent gives to one GETBULK at most; null while nothing showed a bound. */
  maxRepetitions: number | null
  /** Varbinds of one answer at most (columns × rows); null while nothing showed a bound. */
  maxVarbinds: number | null
  /** GETNEXT is answered and GETBULK is not. */
  noBulk: boolean
}

/** Counts since the transport was opened. */
export interface SnmpStats {
  /** Datagrams sent, repetitions included. */
  requests: number
  /** Requests that came to an answer. */
  answers: number
  /** Waits that ran out. */
  timeouts: number
  /** Repetitions sent. */
  retries: number
  /** Answers to our requests that came from another address or port. */
  dropped_foreign: number
  /** Answers to no open request: duplicates, and what came after the last wait ran out. */
  late: number
  /** Datagrams that could not be read, or whose SNMPv3 protection was wrong. */
  malformed: number
  varbinds: number
  /** UDP payload sent and received, octets. */
  sent_bytes: number
  received_bytes: number
}

export interface SnmpLimits {
  /** Rows after which a column counts as endless. 100,000 unless said. */
  maxRows?: number
  /** Longest time of one get, columns or set, in ms. 180,000 unless said. */
  callMs?: number
}

export interface OpenSnmpOptions {
  /** IPv4 or IPv6 address, no name. */
  ip: string
  access: SnmpAccess
  tuning?: SnmpTuning
  learnt?: Partial<Learnt>
  limits?: SnmpLimits
  /** Ends every open question and refuses new ones. */
  signal?: AbortSignal
  /** Called once, at close. */
  onStats?: (stats: SnmpStats) => void
}

/** SNMP to one device, with one request on its way at a time: many agents have a single thread. */
export interface SnmpTransport extends SnmpSession {
  readonly stats: Readonly<SnmpStats>
  readonly learnt: Readonly<Learnt>
  /**
   * The same session for one call: when the signal fires, `columns` gives the rows it has (missing:
   * `time_limit`), everything else fails with DeviceTimeout (a `get` with the values it has in `partial`),
   * and nothing more is sent. A SET that has gone out is waited for all the same.
   */
  until(signal: AbortSignal): SnmpSession
  /** Fails what is open with SessionLost. The sockets are shared and stay. */
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
