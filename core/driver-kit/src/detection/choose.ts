import type { Candidate } from './conflicts.ts'
import type { Detection, Probe } from './detection.ts'

export type Rejected = Detection['rejected']

/** The candidate that was found, and what decided. */
export interface Choice {
  candidate: Candidate
  tier: 'object_id' | 'descr' | 'probe'
}

/** Length of the text that a pattern matches. Of two patterns that match, the longer match wins. */
const matchLength = (pattern: RegExp, text: string): number => text.match(pattern)?.[0].length ?? -1

/** Keeps the candidates with the highest rank, and records why the others are rejected. */
function keepBest(
  candidates: readonly Candidate[],
  rank: (candidate: Candidate) => number,
  why: (winner: Candidate) => string,
  rejected: Rejected,
): Candidate[] {
  const best = Math.max(...candidates.map(rank))
  const kept = candidates.filter(candidate => rank(candidate) === best)
  for (const candidate of candidates)
    if (!kept.includes(candidate)) rejected.push({ modelKey: candidate.modelKey, reason: why(kept[0]!) })
  return kept
}

/** Candidates whose pattern matches sysDescr best. */
function keepByDescr(all: readonly Candidate[], descr: string, rejected: Rejected): Candidate[] {
  const fitting = all.filter(({ modelKey, descr: pattern }) => {
    const fits = !pattern || pattern.test(descr)
    if (!fits) rejected.push({ modelKey, reason: `sysDescr does not match ${pattern}` })
    return fits
  })
  if (!fitting.length) return []
  const rank = (candidate: Candidate) => (candidate.descr ? matchLength(candidate.descr, descr) : -1)
  return keepBest(fitting, rank, ({ modelKey }) => `sysDescr matches ${modelKey} better`, rejected)
}

/** Candidates whose probes match best. The probe that most candidates have is asked first. */
async function keepByProbes(
  candidates: readonly Candidate[],
  probe: Probe | undefined,
  rejected: Rejected,
): Promise<Candidate[]> {
  let left = [...candidates]
  const answers = new Map<string, string | null>()
  const users = (oid: string) => left.filter(({ probes }) => probes.some(wanted => wanted.oid === oid)).length
  const oids = [...new Set(left.flatMap(({ probes }) => probes.map(({ oid }) => oid)))].toSorted(
    (a, b) => users(b) - users(a) || (a < b ? -1 : 1),
  )
  for (const oid of oids) {
    // The last candidate is asked too: others have failed, and that does not prove it.
    if (users(oid) === 0) continue
    const answer = probe ? await probe(oid) : null
    answers.set(oid, answer)
    left = left.filter(({ modelKey, probes }) => {
      const wanted = probes.find(one => one.oid === oid)
      const fits = !wanted || (answer !== null && wanted.matches.test(answer))
      if (!fits)
        rejected.push({
          modelKey,
          reason: probe
            ? `${oid} is ${answer === null ? 'absent' : JSON.stringify(answer)}, not ${wanted.matches}`
            : `${oid} could not be asked`,
        })
      return fits
    })
  }
  if (!left.length) return []
  const rank = ({ probes }: Candidate) =>
    probes.length === 0
      ? -1
      : probes.reduce((sum, { oid, matches }) => sum + matchLength(matches, answers.get(oid) ?? ''), 0)
  return keepBest(left, rank, ({ modelKey }) => `a probe matches ${modelKey} better`, rejected)
}

/**
 * Chooses among the candidates of one sysObjectID prefix: by sysDescr, then by probes. Null if none fits, or
 * if several models are left.
 */
export async function choose(
  all: readonly Candidate[],
  descr: string,
  probe: Probe | undefined,
  rejected: Rejected,
): Promise<Choice | null> {
  const byDescr = keepByDescr(all, descr, rejected)
  if (!byDescr.length) return null
  const tier = byDescr[0]!.descr ? 'descr' : 'object_id'
  if (byDescr.length === 1) return { candidate: byDescr[0]!, tier }
  const left = await keepByProbes(byDescr, probe, rejected)
  if (!left.length) return null
  const keys = [...new Set(left.map(candidate => candidate.modelKey))]
  if (keys.length > 1) {
    for (const modelKey of keys)
      rejected.push({
        modelKey,
        reason: `cannot be distinguished from ${keys.filter(key => key !== modelKey).join(', ')}`,
      })
    return null
  }
  return { candidate: left[0]!, tier: left[0]!.probes.length > 0 ? 'probe' : tier }
}
