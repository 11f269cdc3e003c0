/** What a scan found. */

/** One end of a link. null: the port is not known. */
export interface End {
  device: number
  interface: number | null
}

/** What a proof stands on: a protocol of neighbours in lower case, or one of the other sources. */
export type ProofSource = 'lldp' | 'cdp' | 'edp' | 'fdp' | 'mndp' | 'ndp' | 'fdb' | 'arp' | 'pon'

export interface Proof {
  by: ProofSource
  /** A sentence for a person. */
  text: string
}

export interface FoundLink {
  /** The end nearer to the gateway, if `directed`; else the one with the smaller device id. */
  a: End
  b: End
  /** It is known which end is nearer to the gateway. */
  directed: boolean
  /** The aggregates at both ends of which this link is a member. They are a link of their own. */
  within: { a: number | null; b: number | null } | null
  proofs: readonly Proof[]
  /** 0 to 1. Of a sure link above 0.9. */
  confidence: number
  /** Two independent proofs, or one that leaves no other way. An unsure link is a suggestion. */
  sure: boolean
  /** Something that is not in the inventory is between, and more than two devices share it. */
  shared: boolean
}

/** What told something that cannot be, or cannot be used. */
export interface Doubt {
  kind:
    /** Several devices have this address, name or chassis id: it proves nothing. */
    | 'claimed-twice'
    /** Neighbours that are not in the inventory. */
    | 'stranger'
    /** Two proofs that cannot both be true. */
    | 'contradiction'
    /** Rows that were too many. */
    | 'not-read'
  /** Devices that it is about, the smallest id first; at most 20. */
  devices: readonly number[]
  text: string
}

export interface Found {
  links: readonly FoundLink[]
  /** At most 1000, see `more`. */
  doubts: readonly Doubt[]
  /** Doubts that are left off. */
  more: number
}
