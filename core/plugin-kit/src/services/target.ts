import type { Charset } from '@linecard/driver-kit'

/** A device with everything that is needed to connect to it. It has opened secrets and is never logged. */
export interface Target {
  /** Null if the device is not in the inventory (detection, `linecard snmpwalk`). */
  deviceId: number | null
  /**
   * Id of the device of which the target is a living copy, made by this process. It has no `deviceId` and an
   * address that `Equipment.lend` has lent. Nothing is stored of it, counted, or recorded as a change.
   */
  copyOf?: number
  ip: string
  /** Key of its model; null if unknown. */
  modelKey: string | null
  snmp: SnmpAccess
  /** The source that is asked first where SNMP and the console can answer; `snmp` by default. */
  prefer?: 'snmp' | 'console'
  /** The charset of its texts; absent: its texts decide. */
  charset?: Charset
  /** Absent if no login to its console is configured. */
  console?: ConsoleAccess
  /** Absent if no login to its RouterOS API is configured. */
  routerOs?: RouterOsAccess
}

/**
 * How a device is asked over SNMP. A community that is not set is empty. `timeoutMs` and `retries` bound for
 * how long a request without an answer is repeated.
 */
export interface SnmpAccess {
  /** SNMP is off: nothing is sent over it, and the device answers from its console. */
  off?: true
  version: '1' | '2c' | '3'
  port: number
  timeoutMs: number
  retries: number
  /** For v1 and v2c. */
  community: string
  writeCommunity: string
  /** For v3. */
  user?: {
    name: string
    level: 'noAuthNoPriv' | 'authNoPriv' | 'authPriv'
    auth?: { protocol: 'md5' | 'sha' | 'sha224' | 'sha256' | 'sha384' | 'sha512'; key: string }
    priv?: { protocol: 'des' | 'aes' | 'aes256b' | 'aes256r'; key: string }
  }
}

/** How to sign in to a console. Login or password may be empty, not both. */
export interface ConsoleAccess {
  protocol: 'telnet' | 'ssh'
  port: number
  login: string
  password: string
  /** Password of a privileged mode. */
  enable: string
  /** Longest time of one command, in ms. */
  commandMs: number
  /** Longest silence, in ms. */
  idleMs: number
  /** Allows weak SSH algorithms of old firmware. */
  allowLegacy: boolean
}

/** The API of RouterOS. */
export interface RouterOsAccess {
  port: number
  tls: boolean
  login: string
  password: string
  /** Longest time of one answer, in ms. */
  commandMs: number
  /** Longest silence, in ms. */
  idleMs: number
  /** Allows old TLS, and TLS without a certificate. */
  allowLegacy: boolean
}
