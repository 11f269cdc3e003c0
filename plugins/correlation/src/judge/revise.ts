import type { Kind, OnuFact, Verdict } from './facts.ts'
import { returnOf, type Return } from './times.ts'

/** These are told apart by what ONUs do, also when they come back. */
const byOnus: ReadonlySet<Kind> = new Set(['fibre_cut', 'power_loss', 'undetermined'])
/** ONUs do not come back so after it. */
const against: Readonly<Partial<Record<Kind, Return>>> = { fibre_cut: 'staggered', power_loss: 'joint' }

/**
 * The verdict of an outage that is open, when it is judged again. What a port or a card said while it was
 * down stays: it says nothing of that any more when it is back. What ONUs say may change it until the end;
 * but that less is known of a moment that is long ago does not, unless the way they come back is against it.
 *
 * @param members what is known now of the ONUs that belong to it
 */
export function revise(before: Verdict, now: Verdict, members: readonly OnuFact[]): Verdict {
  if (before.kind === now.kind) return { ...now, confidence: Math.max(before.confidence, now.confidence) }
  const kept = { ...now, ...keptOf(before) }
  if (!byOnus.has(before.kind)) return kept
  if (!byOnus.has(now.kind)) return members.some(({ backAt }) => backAt !== null) ? kept : now
  return now.kind === 'undetermined' && returnOf(members) !== against[before.kind] ? kept : now
}

const keptOf = ({ kind, scope, card, interfaces, confidence }: Verdict) => ({
  kind,
  scope,
  card,
  interfaces,
  confidence,
})
