import type { Command } from '@linecard/template-kit'
import type { Configured, Held } from './held.ts'

/**
 * `planned`: nothing was sent. `left`: something of it is on the OLT, or may be. `unknown`: the OLT could
 * not be read, so nobody knows what is on it.
 */
export const runStates = [
  'planned',
  'executing',
  'verifying',
  'done',
  'failed',
  'rolling_back',
  'rolled_back',
  'left',
  'unknown',
] as const
export type RunState = (typeof runStates)[number]

/** A process works on these. */
export const busyStates = ['planned', 'executing', 'verifying', 'rolling_back'] as const satisfies RunState[]
/** Somebody has to look at these, or a process works on them. */
export const openStates = [...busyStates, 'left', 'unknown'] as const satisfies RunState[]
export const isOpen = (state: RunState): boolean => (openStates as readonly RunState[]).includes(state)

export const runKinds = ['register', 'replace', 'move', 'remove'] as const
export type RunKind = (typeof runKinds)[number]

/** A place of an ONU on a PON port. */
export interface OntPlace {
  /** Bind key and name of the PON port. */
  port: { id: number; name: string }
  number: number
}

/** What has to be seen on the OLT, rendered. */
export type WantedCheck = { what: string } & (
  | { module: string; field: string; equals: string }
  | { command: Command; contains: string }
)

/** All that a registration sends and expects. */
export interface Script {
  ident: string
  place: OntPlace
  technology: 'gpon' | 'epon' | null
  commands: Command[]
  undo: Command[]
  checks: WantedCheck[]
  onlineSec: number
  /** Ident that has the place before, and after a roll-back; null: nobody. */
  before: string | null
  /** The ONU must not be at the place afterwards, but be gone. */
  removes: boolean
  /** Another place of the same OLT that it leaves, and comes back to by a roll-back; null: none. */
  from: OntPlace | null
  /** What a person filled in, and what the OLT said of the ONU. */
  params: Record<string, unknown>
  ont: Record<string, unknown>
  /** What its places had before; absent: a registration of an earlier version. */
  held?: { place: Held; from: Held | null }
  /** Lines that its registration does not give, and that it must have; absent: not known. */
  added?: string[]
  /** Values that nobody may see. Absent: none, or a registration of an earlier version. */
  secrets?: string[]
  /** What it had and loses, in words. */
  lost?: string[]
  /** The ONU changes while its settings stay. */
  inPlace?: boolean
}

/** What came of one command. Secrets are masked. */
export interface Outcome {
  command: string
  output: string
  success: boolean
  error: string | null
  spent_ms: number | null
}

/** What came of one check; `ok` null: it could not be read. */
export interface CheckSeen {
  what: string
  ok: boolean | null
  expected: string
  found: string | null
}

/** What the OLT shows of a registration. */
export interface Seen {
  time: string
  /** The ONU at its place; null: it is not there. */
  onu: { id: number; name: string } | null
  /** Ident of what has the place; null: nobody, or not told. */
  occupant: string | null
  /** The number of the place is taken. */
  taken: boolean
  /** State of the ONU; null: it is not there, or was not asked. */
  status: string | null
  checks: CheckSeen[]
  /** It is among the unregistered ONUs; null: not asked. */
  waiting: boolean | null
  /** A move: it is at the place that it leaves; null: no move. */
  at_from: boolean | null
  /** Absent: of an earlier version, or not read. */
  configuration?: Configured
}
