/** What the main thread and the thread that listens say to each other. */
import type { SnmpAccess } from '@linecard/plugin-kit'

export type Protocol = 'snmp' | 'syslog'
export type Transport = 'udp' | 'tcp'

/** Why a message was not taken. */
export const dropReasons = [
  /** The sender is no device of the inventory. */
  'unknown',
  /** The sender sends more than the settings allow. */
  'rate',
  /** Too many messages wait to be stored. */
  'queue',
  /** It is no message of its protocol. */
  'malformed',
  /** Its community is not one of the settings. */
  'wrong_community',
  /** It is not by the user of SNMPv3 of the device, or with other keys. */
  'wrong_user',
  /** SNMPv3: it is older than what the device sent before. */
  'replayed',
  /** An inform that was sent once more. */
  'repeated',
] as const
export type DropReason = (typeof dropReasons)[number]

/** Settings of the thread. */
export interface IntakeOptions {
  snmp: boolean
  syslog: boolean
  address: string
  snmpPort: number
  syslogPort: number
  communities: readonly string[]
  keepUnknown: boolean
  rate: number
  burst: number
  queueRows: number
  connections: number
  mibFolder: string
  /** Engine id of this installation, as hexadecimal digits: informs of SNMPv3 need it. */
  engineId: string
}

export interface ObjectValue {
  oid: string
  /** With the index of its row; null: no MIB names it. */
  name: string | null
  type: string
  /** Numbers of 64 bits are digits; octets that are no text are `0x` and hexadecimal digits. */
  value: number | string | null
}

interface Heard {
  /** ms since 1970 */
  at: number
  /** Canonical. */
  address: string
  deviceId: number | null
}

/** A trap or an inform. */
export interface HeardTrap extends Heard {
  kind: 'trap'
  version: '1' | '2c' | '3'
  inform: boolean
  user: string | null
  oid: string
  name: string | null
  /** sysUpTime of the sender, hundredths of a second. */
  uptime: number | null
  objects: ObjectValue[]
  /** What of it could not be read. */
  errors: string[]
}

export interface HeardLine extends Heard {
  kind: 'line'
  transport: Transport
  facility: number
  severity: number
  /** By the clock of the sender; null: it tells none that can be understood. */
  sentAt: number | null
  host: string
  app: string
  procId: string
  msgId: string
  data: Record<string, Record<string, string>> | null
  message: string
}

export type HeardItem = HeardTrap | HeardLine

/** What is known of a sender since the last report. */
export interface SourceReport {
  address: string
  protocol: Protocol
  deviceId: number | null
  received: number
  dropped: Partial<Record<DropReason, number>>
  lastAt: number
}

export type ToThread =
  /** Addresses that belong to devices from now on; null: no more. */
  | { known: [address: string, deviceId: number | null][] }
  | { user: { deviceId: number; user: NonNullable<SnmpAccess['user']> | null | undefined } }
  /** So many items were stored. */
  | { stored: number }
  | { stop: true }

export type FromThread =
  | { listening: { snmp: number | null; syslog: number | null } }
  | { failed: { what: string; code: string; message: string } }
  | { items: HeardItem[] }
  | { report: Report }
  | { askUser: number }
  | { mibs: { modules: number; problems: string[] } }

export interface Report {
  sources: SourceReport[]
  waiting: number
  connections: number
  unknownSources: number
}
