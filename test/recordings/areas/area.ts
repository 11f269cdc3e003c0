import type { Recording } from '@linecard/driver-kit/recording'
import type { Answers, Port } from '../ask.ts'
import type { Expected } from '../folder.ts'

/** What is compared, in the order of the tables, with its heading. */
export const headings = {
  interface: 'Interfaces',
  name: 'Names',
  oper: 'Link states',
  admin: 'Admin states',
  description: 'Descriptions',
  vlan: 'VLANs',
  member: 'Memberships',
  fdb: 'FDB',
  arp: 'ARP',
  address: 'Addresses',
  lldp: 'Neighbours',
  cpu: 'Processors',
  memory: 'Memory',
  temperature: 'Temperatures',
  power: 'Optical power',
  transceiver: 'Transceivers',
  stations: 'FDB rows',
  hosts: 'ARP rows',
  remotes: 'LLDP rows',
} as const
export type Area = keyof typeof headings
export const areas = Object.keys(headings) as Area[]
/**
 * Areas that are compared with the recordings themselves, and not with what the other system made of them.
 */
export const wholeAreas: readonly Area[] = ['stations', 'hosts', 'remotes']
export const peerAreas: readonly Area[] = areas.filter(area => !wholeAreas.includes(area))

/** One recording with what the other system derived from it and what we read. */
/** `wrapped`: OIDs of octets that the recorder wrote as lines of a dump. */
export interface Case {
  name: string
  vendor: string
  driver: string
  recording: Recording
  wrapped: ReadonlySet<string>
  expected: Expected
  ports: readonly Port[]
  answers: Answers
}

/**
 * One row of either side; null where that side does not have it. `facts` is what the area's reasons are
 * checked by.
 */
export interface Row<F = unknown> {
  area: Area
  key: string
  theirs: string | null
  ours: string | null
  facts: F
}

/**
 * Why a difference is right, or at least understood: a named habit or fault of one side, or a gap of the
 * recording, checked on the row. The first that fits counts.
 */
export interface Reason<F> {
  id: string
  areas: readonly Area[]
  text: string
  fits(row: Row<F>, of: Case): boolean
}

/** How one kind of rows is compared. */
export interface Comparison<F> {
  rows(of: Case): Row<F>[]
  reasons: readonly Reason<F>[]
}

/** A row judged: equal, explained by a named reason, different, or said by us alone. */
export interface Outcome {
  area: Area
  key: string
  result: 'equal' | 'explained' | 'different' | 'ours'
  reason: string | null
  theirs: string | null
  ours: string | null
}

/** Compares and judges all rows of a recording in one area. */
export const judge =
  <F>({ rows, reasons }: Comparison<F>) =>
  (of: Case): Outcome[] =>
    rows(of).map(row => {
      const { area, key, theirs, ours } = row
      if (theirs === null) return { area, key, result: 'ours', reason: null, theirs, ours }
      if (theirs === ours) return { area, key, result: 'equal', reason: null, theirs, ours }
      const reason = reasons.find(one => one.areas.includes(area) && one.fits(row, of))
      return {
        area,
        key,
        result: reason ? 'explained' : 'different',
        reason: reason?.id ?? null,
        theirs,
        ours,
      }
    })

/** Blanks at the ends, doubled blanks and control characters make no other text. */
export const bare = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ')
export const same = (a: string | null | undefined, b: string | null | undefined): boolean =>
  bare(a) === bare(b)

/** Numbers that differ by no more than rounding. */
export const near = (a: number | null | undefined, b: number | null | undefined, by: number): boolean =>
  a != null && b != null && Math.abs(a - b) <= by

/** The value of an OID as a number, if the recording has one there. */
export function numberAt({ recording }: Case, oid: string): number | null {
  const value = recording.get(oid.replace(/^\./, ''))?.value
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  const text = Buffer.isBuffer(value) ? value.toString('latin1').trim() : ''
  return /^[-+]?\d+(\.\d+)?/.test(text) ? Number.parseFloat(text) : null
}
/** The value of an OID as text, if the recording has octets there. */
export function textAt({ recording }: Case, oid: string): string | null {
  const value = recording.get(oid.replace(/^\./, ''))?.value
  return Buffer.isBuffer(value) ? value.toString('utf8') : null
}
/**
 * Whether the recording has interfaces at all; many hold nothing but what one feature of the other system
 * asks for.
 */
export const hasInterfaces = (of: Case): boolean =>
  holds(of, '1.3.6.1.2.1.2.2') || holds(of, '1.3.6.1.2.1.31.1.1')
/** Whether the recording holds anything below an OID. */
export const holds = ({ recording }: Case, oid: string): boolean =>
  !recording.below(oid)[Symbol.iterator]().next().done
