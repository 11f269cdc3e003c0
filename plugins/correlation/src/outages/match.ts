import type { Verdict } from '../judge/index.ts'
import type { OpenOutage } from './outage.ts'

/** What two outages have in common: members, else ports; the OLT has one outage of itself. */
function common(outage: OpenOutage, verdict: Verdict): number {
  if (verdict.kind === 'olt' || outage.verdict.kind === 'olt')
    return verdict.kind === outage.verdict.kind ? Infinity : 0
  if (verdict.kind === 'uplink' || outage.verdict.kind === 'uplink') {
    if (verdict.kind !== outage.verdict.kind) return 0
    return verdict.interfaces.filter(id => outage.verdict.interfaces.includes(id)).length
  }
  return verdict.members.filter(id => outage.members.has(id)).length
}

/** Which verdict continues which outage: those that have the most in common first. */
export function matched(open: readonly OpenOutage[], verdicts: readonly Verdict[]): Map<OpenOutage, Verdict> {
  const pairs = open
    .flatMap(outage => verdicts.map(verdict => ({ outage, verdict, common: common(outage, verdict) })))
    .filter(pair => pair.common > 0)
    .toSorted((a, b) => b.common - a.common || a.outage.id - b.outage.id)
  const result = new Map<OpenOutage, Verdict>()
  const used = new Set<Verdict>()
  for (const { outage, verdict } of pairs)
    if (!result.has(outage) && !used.has(verdict)) {
      result.set(outage, verdict)
      used.add(verdict)
    }
  return result
}
