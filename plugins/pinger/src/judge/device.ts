import type { PingMethod } from '@linecard/plugin-kit'
import type { problems } from '../tables.ts'

export type Status = 'Up' | 'Down'

/** The numbers by which it is judged. */
export interface Rules {
  /** Echoes lost in a row after which a device is looked at closely. */
  suspectAfter: number
  /** Answers among the last three echoes after which a device that was down is up; for tries: in a row. */
  upAnswers: number
  /** Silent tries in a row after which a device without echoes is down. */
  silentTries: number
  /** Without any evidence for so long, in ms, nothing is known of a device that answers echoes. */
  echoStaleMs: number
  /** The same of a device that answers only tries. */
  tryStaleMs: number
}

/** What is known of one device. Times in ms since 1970. */
export interface Judged {
  readonly id: number
  readonly ip: string
  /** Null: unknown. */
  status: Status | null
  /** When the status began. */
  since: number | null
  /** How it was last reached. */
  method: PingMethod | null
  /** The TCP or SNMP port that answered last. */
  port: number | null
  /** When the first verdict about it fell. */
  observedFrom: number | null
  /** Begin of the outage that has not ended. */
  downAt: number | null
  /** Nothing is known since then. Null: something is known, or nothing ever was. */
  blindAt: number | null
  /** The last evidence of any kind. */
  heardAt: number | null
  /** The last echo, answered or lost. */
  echoAt: number | null
  /** Echoes lost in a row, and when the first of them was found lost. */
  lost: number
  lostAt: number | null
  /** Of the last three echoes, the newest in bit 0: answered. */
  answered: number
  /** When the first answer of a row of answers came. */
  answeredAt: number | null
  /** It is being looked at closely. */
  suspect: boolean
  /** Tries over TCP and SNMP in a row with an answer (positive) or without (negative). */
  tries: number
  triesAt: number | null
  /** When it is tried next over TCP and SNMP. */
  tryAt: number
  trying: boolean
  /** Why it cannot be asked although it is enabled. */
  problem: (typeof problems)[number] | null
}

export const newJudged = (id: number, ip: string): Judged => ({
  id,
  ip,
  status: null,
  since: null,
  method: null,
  port: null,
  observedFrom: null,
  downAt: null,
  blindAt: null,
  heardAt: null,
  echoAt: null,
  lost: 0,
  lostAt: null,
  answered: 0,
  answeredAt: null,
  suspect: false,
  tries: 0,
  triesAt: null,
  tryAt: 0,
  trying: false,
  problem: null,
})
