/** Why an ONU was lost, as its OLT tells: with a dying gasp, without light, or without a word. */
export type Reason = 'gasp' | 'los' | 'none'

/** An ONU. Times are ms since 1970. */
export interface OnuFact {
  /** Id of its interface. */
  id: number
  /** Bind key of its PON port; null: unknown. */
  port: string | null
  /** Empty: unknown. */
  model: string
  /** Since when it is lost, as the service saw it; null: it is not, and belongs to no open outage. */
  lostAt: number | null
  /** For how long nobody had looked when its loss was seen, ms; null: unknown. */
  unseenMs: number | null
  /** It belongs to an outage that is open. */
  member: boolean
  /** Of a member of an open outage: when it came back; null: it has not. */
  backAt: number | null
  reason: Reason
  /** When the OLT lost it and found it again, by the clock of the OLT; null: not told. */
  deregAt: number | null
  regAt: number | null
  /** Its last light less its reference, dB; null: unknown. Negative: darker. */
  dimmed: number | null
}

export interface PortFact {
  /** Bind key. */
  key: string
  /** Id of its interface; null: not stored. */
  id: number | null
  name: string
  /** What names of ports on one card have in common; null: unknown. */
  card: string | null
  up: boolean | null
  disabled: boolean
  /** Its transmitter sends light; null: unknown. */
  sends: boolean | null
}

export interface CardFact {
  card: string
  /** Null: unknown. */
  works: boolean | null
}

export interface UplinkFact {
  id: number
  name: string
  up: boolean | null
  /** When it went from up to down; null: it did not, or nobody knows when. */
  downAt: number | null
  /** It belongs to an outage that is open. */
  member: boolean
}

/** The port of another device behind which the OLT is. */
export interface UpstreamFact {
  deviceUp: boolean | null
  interfaceId: number
  up: boolean | null
}

export interface OltFact {
  id: number
  name: string
  /** False: it is unreachable, and what is known of its ONUs is old. */
  up: boolean | null
  since: number | null
  /** Its last restart that was seen; null: none lately. */
  restartedAt: number | null
  /** The reading of its ONUs that saw the restart first. */
  restartSeenAt: number | null
  upstream: UpstreamFact | null
}

/** How often ONUs of one model gasped in power losses that have ended, and how often not. */
export interface Gasps {
  gasped: number
  silent: number
}

/** All that is known of one OLT at a time. */
export interface Picture {
  now: number
  olt: OltFact
  cards: readonly CardFact[]
  ports: readonly PortFact[]
  uplinks: readonly UplinkFact[]
  onus: readonly OnuFact[]
  /** By model of ONU. */
  gasps: ReadonlyMap<string, Gasps>
  /** ONUs that fell and came back together before, by PON port. */
  groups: ReadonlyMap<string, readonly (readonly number[])[]>
}

export interface JudgeOptions {
  /** ONUs of a common cause at least. */
  leastOnus: number
  /** What was lost within so long may have one cause, ms. */
  windowMs: number
  /** What was lost longer ago, and belongs to no outage, is left alone, ms. */
  lookbackMs: number
  /** ONUs that are lost so soon after a restart of their OLT belong to it, ms. */
  restartMs: number
}

export const kinds = ['fibre_cut', 'power_loss', 'pon_port', 'card', 'olt', 'uplink', 'undetermined'] as const
export type Kind = (typeof kinds)[number]

/** What speaks for a verdict. */
export interface Evidence {
  what: string
  /** Natural logarithm of how much more probable it makes the verdict; 0: told for people alone. */
  weight: number
  /** When it was seen, ms since 1970. */
  at: number
}

export interface Verdict {
  kind: Kind
  /** What the outage covers: `branch` is a part of a PON port. */
  scope: 'branch' | 'pon' | 'several_pons' | 'card' | 'olt' | 'uplink'
  /** Bind keys of PON ports, or the name of a card, that it is about. */
  ports: readonly string[]
  card: string | null
  /** Ids of lost ONUs; of an OLT or an uplink none, because nothing is known of them. */
  members: readonly number[]
  /** Ids of ports that are down because of it. */
  interfaces: readonly number[]
  /** When it began, ms since 1970. */
  began: number
  /** 0…1: its share among all explanations. */
  confidence: number
  evidence: readonly Evidence[]
}
