import type { Candidate, CandidateProbe } from './conflicts.ts'
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

const keyOf = ({ oid, below }: CandidateProbe): string => (below ? `${oid}.*` : oid)

/** Why an answer does not fit. */
function misfit({ oid, matches, below }: CandidateProbe, answer: string | null, asked: boolean): string {
  if (!asked) return `${oid} could not be asked`
  if (below) return `${oid} has no row`
  return `${oid} is ${answer === null ? 'absent' : JSON.stringify(answer)}, not ${matches}`
}

/** Candidates whose probes match best. The probe that most candidates have is asked first. */
async function keepByProbes(
  candidates: readonly Candidate[],
  probe: Probe | undefined,
  rejected: Rejected,
): Promise<Candidate[]> {
  let left = [...candidates]
  const answers = new Map<string, string | null>()
  const users = (key: string) => left.filter(({ probes }) => probes.some(one => keyOf(one) === key)).length
  const wanted = [...new Map(left.flatMap(({ probes }) => probes.map(one => [keyOf(one), one]))).values()]
  const inOrder = wanted.toSorted(
    (a, b) => users(keyOf(b)) - users(keyOf(a)) || (keyOf(a) < keyOf(b) ? -1 : 1),
  )
  for (const { oid, below } of inOrder) {
    const key = keyOf({ oid, below, matches: null })
    // The last candidate is asked too: others have failed, and that does not prove it.
    if (users(key) === 0) continue
    const answer = probe ? await probe(oid, below) : null
    answers.set(key, answer)
    left = left.filter(({ modelKey, probes }) => {
      const own = probes.find(one => keyOf(one) === key)
      const fits = !own || (answer !== null && (own.matches?.test(answer) ?? true))
      if (!fits) rejected.push({ modelKey, reason: misfit(own, answer, probe !== undefined) })
      return fits
    })
  }
  if (!left.length) return []
  const rank = ({ probes }: Candidate) =>
    probes.length === 0
      ? -1
      : probes.reduce(
          // That a table has rows says less than a name.
          (sum, one) => sum + (one.matches ? matchLength(one.matches, answers.get(keyOf(one)) ?? '') : 1),
          0,
        )
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
  // The only one left is asked too where neither its name nor its number alone decides.
  const [only, ...others] = byDescr as [Candidate, ...Candidate[]]
  if (others.length === 0 && (only.descr || only.probes.length === 0)) return { candidate: only, tier }
  const left = await keepByProbes(byDescr, probe, rejected)
  if (!left.length) {
    // The text fits and the device is another one: it may be what needs no text.
    const unnamed = all.filter(one => !one.descr)
    return byDescr[0]!.descr && unnamed.length > 0 ? choose(unnamed, descr, probe, rejected) : null
  }
  const keys = [...new Set(left.map(candidate => candidate.modelKey))]
  if (keys.length > 1) {
    for (const modelKey of keys)
      rejected.push({
        modelKey,
        reason: `cannot be distinguished from ${keys.filter(key => key !== modelKey).join(', ')}`,
      })
    // The model that claims nothing beyond its number is right whichever of them it is.
    const bare = left[0]!.probes.length > 0 && byDescr.find(one => !one.descr && one.probes.length === 0)
    return bare ? { candidate: bare, tier } : null
  }
  return { candidate: left[0]!, tier: left[0]!.probes.length > 0 ? 'probe' : tier }
}
