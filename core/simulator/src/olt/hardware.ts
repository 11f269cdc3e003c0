export type Technology = 'gpon' | 'epon'

/** A card of an OLT. */
export interface Card {
  slot: number
  type: string
  ports: number
  /** What its ports are. Undefined: it has no PON ports. */
  pon?: Technology
  hardware: string
  firmware: string
  /** Mean load of the processor, and memory in use, in %. */
  cpu: number
  memory: number
}

/** The names of an interface. */
export interface InterfaceNames {
  ifIndex: number
  ifName: string
  ifDescr: string
  /** IANAifType. Default 250 (gpon) for a PON port, 6 for an uplink. */
  ifType?: number
}

/** An Ethernet port of an OLT. */
export interface Uplink extends InterfaceNames {
  slot: number
  port: number
  speedMbps: number
  bridgePort: number
}
