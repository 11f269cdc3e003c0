import type { Proof } from './found.ts'
import type { Network } from './network.ts'
import type { Judged } from './verdict.ts'

/** A link while proofs are joined. Ports by place; -1: not known. */
export interface Draft {
  a: number
  aPort: number
  b: number
  bPort: number
  directed: boolean
  /** The aggregates of a member; null: no member of any. */
  within: { a: number; b: number } | null
  proofs: Proof[]
  confidence: number
  sure: boolean
  shared: boolean
  /** See `Judged`. */
  supported: boolean
}

const names = { lldp: 'LLDP', cdp: 'CDP', edp: 'EDP', fdp: 'FDP', mndp: 'MNDP', ndp: 'NDP' } as const
const protocolName = (by: Proof['by']): string => names[by as keyof typeof names] ?? by

function draftOf(link: Judged, upper: 'a' | 'b' | null): Draft {
  const said = link.both ? 'both sides say so' : 'one side says so'
  const text = `${protocolName(link.by)}: ${said}${link.remark === null ? '' : `; ${link.remark}`}`
  const turned = upper === 'b' || (upper === null && link.a > link.b)
  const { a, aPort, b, bPort } = turned
    ? { a: link.b, aPort: link.bPort, b: link.a, bPort: link.aPort }
    : link
  const { confidence, sure, shared } = link
  return {
    a,
    aPort,
    b,
    bPort,
    directed: upper !== null,
    within: null,
    proofs: [{ by: link.by, text }],
    confidence,
    sure,
    shared,
    supported: link.supported ?? false,
  }
}

/**
 * Drafts of what neighbours told. A link of two members of aggregates gets a link of the aggregates beside
 * it, as sure as its surest member.
 */
export function draftsOf(
  { trunk }: Network,
  links: readonly Judged[],
  upperOf: (link: Judged) => 'a' | 'b' | null,
): Draft[] {
  const drafts: Draft[] = []
  const whole = new Map<string, Draft>()
  const trunkOf = (port: number) => (port < 0 ? -1 : trunk[port]!)
  for (const link of links) {
    const draft = draftOf(link, upperOf(link))
    drafts.push(draft)
    const [a, b] = [trunkOf(draft.aPort), trunkOf(draft.bPort)]
    if (a === draft.aPort && b === draft.bPort) continue
    draft.within = { a: a === draft.aPort ? -1 : a, b: b === draft.bPort ? -1 : b }
    const key = `${draft.a} ${a} ${draft.b} ${b}`
    const known = whole.get(key)
    if (!known) {
      const aggregate = { ...draft, aPort: a, bPort: b, within: null, proofs: [...draft.proofs] }
      whole.set(key, aggregate)
      drafts.push(aggregate)
    } else {
      known.sure ||= draft.sure
      known.shared &&= draft.shared
      known.confidence = Math.max(known.confidence, draft.confidence)
    }
  }
  return drafts
}
