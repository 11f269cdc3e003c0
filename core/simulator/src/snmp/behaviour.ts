import type { Varbind } from '@linecard/driver-kit'

/** An answer before it is encoded, for a `tamper` function. */
export interface PlainAnswer {
  status: number
  index: number
  varbinds: Varbind[]
}
export interface PlainRequest {
  type: 'get' | 'getNext' | 'getBulk' | 'set'
  oids: string[]
}

/** Faults of an SNMP agent, for tests. They may change while the device runs. By default there are none. */
export interface Behaviour {
  /** Time before every answer. */
  delayMs?: number
  /** Share of requests that are lost, 0…1. The seed of the device decides which. */
  loss?: number
  /**
   * Largest datagram that the agent builds, in octets. An answer to GETBULK loses varbinds, other answers
   * become tooBig. Default 65507.
   */
  truncate?: number
  /** Sends only this number of octets of each datagram: invalid BER. */
  cut?: number
  /**
   * No answer: to anything, after this number of requests (`after`), or to requests that name or reach an OID
   * under one of `under`.
   */
  silent?: boolean | { after?: number; under?: readonly string[] }
  /** No answer to GETBULK. */
  noBulk?: boolean
  /** Highest number of rows in an answer to GETBULK. */
  maxRepetitions?: number
  /** No answer to a GETBULK that asks for more rows. */
  silentAboveRepetitions?: number
  /** Answers come from another port of the same address. */
  wrongSource?: boolean
  /** Every answer is sent twice. */
  duplicate?: boolean
  /** An answer waits until the next one is sent, for 30 ms at most. */
  reorder?: boolean
  /** SNMP versions that are answered. Default all. */
  versions?: readonly ('1' | '2c' | '3')[]
  /** error-status for requests that name an OID under `under`. */
  errors?: readonly { under: string; status: number }[]
  /** OIDs below which a SET may create an instance (RowStatus tables, action objects). */
  creatable?: readonly string[]
  /**
   * Changes an answer: returns another one, octets to send instead of the message, or null for no answer. For
   * faults that have no field here: OIDs in wrong order, endless rows, wrong types, missing varbinds.
   */
  tamper?: (answer: PlainAnswer, request: PlainRequest) => PlainAnswer | Buffer | null
}
