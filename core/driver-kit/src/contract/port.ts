import type { Varbind } from './snmp.ts'

/** A port or an ONU as a caller saw it before the call. */
export interface ExpectedPort {
  /** Bind key. */
  id: number
  name: string
  /** ifPhysAddress; null or absent: not known. */
  mac?: string | null
  /** Serial number or MAC address of an ONU; null or absent: not known. */
  ident?: string | null
}

/** A value that shows which port stands at an index: it is read in the request that reads the port. */
export interface PortProof {
  /** The port that must stand there. */
  port: { id: number; name: string; mac_address?: string | null | undefined }
  /** One instance, e.g. ifName of its ifIndex. */
  oid: string
  /** The identity in the value; null: it shows none. */
  shown(cell: Varbind): string | null
  /**
   * Whether this is the identity of the port. It gets what `shown` gave; null too if the device does not have
   * the instance.
   */
  fits(shown: string | null): boolean
  /** `ident`: it tells the ONU itself, not its place; `map`: it tells where the port is in an index map. */
  kind: 'name' | 'ident' | 'map'
}

/** What a call knows about the one port that it is for. */
export interface CallPort {
  /** The port as the caller saw it. Null: the caller only named it. */
  readonly expected: ExpectedPort | null
  /** The call changes the device or tests a cable, so a port with another name is refused. */
  readonly strict: boolean
  /**
   * Lets the device prove a port: its value is read with the next request of the call, before any change and
   * again after it. Another value ends the call with InterfaceMoved.
   */
  prove(proof: PortProof): void
  /** Says that the port has been renamed since the caller saw it: what is stored of it is read again. */
  renamed(): void
}
