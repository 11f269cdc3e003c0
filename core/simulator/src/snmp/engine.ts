import type { AuthProtocol, PrivProtocol } from './usm-crypto.ts'

/**
 * A user of SNMPv3. Without `auth` the level is noAuthNoPriv; `priv` requires `auth`. Requests with a lower
 * level are refused.
 */
export interface V3User {
  name: string
  auth?: { protocol: AuthProtocol; password: string }
  priv?: { protocol: PrivProtocol; password: string }
  /** SET is allowed. Default true. */
  write?: boolean
}

/** The authoritative engine of a device (RFC 3414 §2.2). A reboot increments `boots` and sets `startedMs`. */
export interface Engine {
  id: Buffer
  boots: number
  startedMs: number
}

/**
 * An engine id (RFC 3411 §5, format 5) from the address and the port of a device. 32473 is the enterprise
 * number for examples (RFC 5612).
 */
export const engineIdOf = (ip: string, port: number): Buffer =>
  Buffer.from([0x80, 0, 0x7e, 0xd9, 5, ...ip.split('.').map(Number), port >> 8, port & 0xff])
