/** What a device announces about itself in LLDP. */
export interface Identity {
  mac: Buffer
  ip: string
  sysName: string
  sysDescr: string
  /** LldpSystemCapabilitiesMap (IEEE 802.1AB): bridge 0x20, router 0x08; bits count from the left. */
  capabilities: number
}

/** The identity with the other values of the system group (RFC 3418). */
export interface SystemFacts extends Identity {
  sysObjectId: string
  contact: string
  location: string
  /** Time of the last start, in ms since 1970. sysUpTime counts from it. */
  bootMs: number
}
