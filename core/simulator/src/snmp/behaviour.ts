import type { Varbind } from '@linecard/driver-kit'

/** An answer before it is encoded, as a `tamper` function sees and changes it. */
export interface PlainAnswer {
  status: number
  index: number
  varbinds: Varbind[]
}
export interface PlainRequest {
  type: 'get' | 'getNext' | 'getBulk' | 'set'
  oids: string[]
}

/** How a device misbehaves. All of it may be changed while the device runs; nothing is set at first. */
export interface Behaviour {
  /** Time before every answer. */
  delayMs?: number
  /** Share of requests that are lost, 0…1; which ones is drawn from `seed`. */
  loss?: number
  /**
   * Largest datagram that the agent builds, in octets: a GETBULK answer is cut to whole varbinds, others
   * become tooBig. Default 65507.
   */
  truncate?: number
  /** Sends only the first so many octets of each datagram: broken BER. */
  cut?: number
  /**
   * No answer: at all, once `requests` exceeds `after`, or to requests which name or reach an OID under one
   * of `under`.
   */
  silent?: boolean | { after?: number; under?: readonly string[] }
  /** No answer to GETBULK. */
  noBulk?: boolean
  /** Rows of a GETBULK at most; fewer are answered than asked. */
  maxRepetitions?: number
  /** No answer to a GETBULK that asks more rows than this. */
  silentAboveRepetitions?: number
  /** Answers come from another port of the same address. */
  wrongSource?: boolean
  /** Every answer is sent twice. */
  duplicate?: boolean
  /** An answer is held back until the next one has gone, 30 ms at most. */
  reorder?: boolean
  /** Versions that are answered. Default all. */
  versions?: readonly ('1' | '2c' | '3')[]
  /** error-status for requests which name an OID under `under`. */
  errors?: readonly { under: string; status: number }[]
  /** OIDs below which a SET may create an instance (RowStatus tables, action objects). */
  creatable?: readonly string[]
  /**
   * Changes an answer at will: return another one, raw octets to send instead of the varbind list's message,
   * or null to stay silent.
   * For what has no knob: OIDs that go back, endless rows, wrong types, missing varbinds.
   */
  tamper?: (answer: PlainAnswer, request: PlainRequest) => PlainAnswer | Buffer | null
}
