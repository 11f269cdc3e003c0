import type { Driver, Model } from '../contract/driver.ts'
import type { Family } from '../contract/family.ts'
import type { Implementation } from '../contract/implementation.ts'
import { candidatesOf, conflicts, type Candidate } from './conflicts.ts'
import { isUnder } from '../oid.ts'

/** Which model a device is, and why not another. */
export interface Detection {
  /** Null when no driver knows the device. */
  modelKey: string | null
  objectId: string | null
  descr: string | null
  /** What decided: `object_id`, `descr`, `probe`, or `generic` for the fallback. */
  tier: 'object_id' | 'descr' | 'probe' | 'generic' | null
  rejected: { modelKey: string; reason: string }[]
}

/** What a device says of itself: sysObjectID.0 and sysDescr.0. */
export interface Identity {
  objectId: string | null
  descr: string | null
}

/** Asks the device one more value, as text; null when it does not have it. */
export type Probe = (oid: string) => Promise<string | null>

/** A model with all that is known of it. */
export interface KnownModel {
  model: Model<unknown>
  driver: Driver
  family: Family<unknown>
  modules: ReadonlyMap<string, Implementation>
}

export interface DriverIndex {
  models: ReadonlyMap<string, KnownModel>
  /** Never guesses: with two models left that cannot be told apart, the answer is none and says why. */
  detect(identity: Identity, probe?: Probe): Promise<Detection>
}

/**
 * The fallback stands on a prefix that says nothing of the vendor: all above `enterprises.<vendor>`, e.g.
 * `1.3.6.1`.
 */
export const isGenericPrefix = (objectId: string): boolean => isUnder('1.3.6.1.4.1', objectId)

/** What a model can do: the family's modules, where a later one overrides, with the model's own on top. */
export const resolveModules = ({ family, modules = [] }: Model<unknown>): Map<string, Implementation> =>
  new Map([...family.modules, ...modules].map(implementation => [implementation.module.name, implementation]))

type Rejected = Detection['rejected']
interface Choice {
  candidate: Candidate
  tier: 'object_id' | 'descr' | 'probe'
}

/** Length of the text that a pattern matches: of two patterns that match, the one that says more wins. */
const matchLength = (pattern: RegExp, text: string): number => text.match(pattern)?.[0].length ?? -1

/** Keeps the candidates with the greatest rank, and says why the others went. */
function keepBest(
  candidates: Candidate[],
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

/**
 * The candidates of one sysObjectID prefix: by sysDescr, then by probes, the one that concerns most models
 * first.
 */
async function choose(
  all: readonly Candidate[],
  descr: string,
  probe: Probe | undefined,
  rejected: Rejected,
): Promise<Choice | null> {
  const fitting = all.filter(({ modelKey, descr: pattern }) => {
    const fits = !pattern || pattern.test(descr)
    if (!fits) rejected.push({ modelKey, reason: `sysDescr does not match ${pattern}` })
    return fits
  })
  if (!fitting.length) return null
  const descrRank = (candidate: Candidate) => (candidate.descr ? matchLength(candidate.descr, descr) : -1)
  let left = keepBest(fitting, descrRank, ({ modelKey }) => `sysDescr fits ${modelKey} better`, rejected)
  const tier = left[0]!.descr ? 'descr' : 'object_id'
  if (left.length === 1) return { candidate: left[0]!, tier }

  const answers = new Map<string, string | null>()
  const users = (oid: string) => left.filter(candidate => candidate.probe?.oid === oid).length
  const oids = [
    ...new Set(left.flatMap(candidate => (candidate.probe ? [candidate.probe.oid] : []))),
  ].toSorted((a, b) => users(b) - users(a) || (a < b ? -1 : 1))
  for (const oid of oids) {
    if (users(oid) === 0 || left.length === 1) continue
    const answer = probe ? await probe(oid) : null
    answers.set(oid, answer)
    left = left.filter(({ modelKey, probe: wanted }) => {
      const fits = wanted?.oid !== oid || (answer !== null && wanted.matches.test(answer))
      if (!fits)
        rejected.push({
          modelKey,
          reason: probe
            ? `${oid} is ${answer === null ? 'absent' : JSON.stringify(answer)}, not ${wanted!.matches}`
            : `${oid} could not be asked`,
        })
      return fits
    })
  }
  if (!left.length) return null
  const probeRank = ({ probe: wanted }: Candidate) =>
    wanted ? matchLength(wanted.matches, answers.get(wanted.oid) ?? '') : -1
  left = keepBest(left, probeRank, ({ modelKey }) => `a probe fits ${modelKey} better`, rejected)
  const keys = [...new Set(left.map(candidate => candidate.modelKey))]
  if (keys.length > 1) {
    for (const modelKey of keys)
      rejected.push({
        modelKey,
        reason: `cannot be told from ${keys.filter(key => key !== modelKey).join(', ')}`,
      })
    return null
  }
  return { candidate: left[0]!, tier: left[0]!.probe ? 'probe' : tier }
}

/**
 * Joins drivers, each of them free of `checkDriver` findings, into one index. Order of detection: the longest
 * sysObjectID prefix of which a model fits, then models known by sysDescr alone, then the fallback on a
 * generic prefix. Throws an error that names every pair of models that cannot be told apart, and every key
 * that two drivers use.
 */
export function buildIndex(drivers: readonly Driver[]): DriverIndex {
  const found = conflicts(drivers)
  if (found.length)
    throw new Error(
      ['drivers contradict each other:', ...found.map(({ where, message }) => `- ${where}: ${message}`)].join(
        '\n',
      ),
    )

  const models = new Map<string, KnownModel>()
  const byPrefix = new Map<string, Candidate[]>()
  const byDescr: Candidate[] = []
  for (const driver of drivers) {
    for (const model of driver.models) {
      models.set(model.key, { model, driver, family: model.family, modules: resolveModules(model) })
      for (const candidate of candidatesOf(model)) {
        if (candidate.objectId === null) byDescr.push(candidate)
        else byPrefix.set(candidate.objectId, [...(byPrefix.get(candidate.objectId) ?? []), candidate])
      }
    }
  }
  const fallbacks = [...byPrefix]
    .filter(([prefix]) => isGenericPrefix(prefix))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([, candidates]) => candidates)

  async function detect({ objectId, descr }: Identity, probe?: Probe): Promise<Detection> {
    const rejected: Rejected = []
    const plain = objectId?.replace(/^\./, '') || null
    const done = (choice: Choice | null, tier: Detection['tier'] = choice?.tier ?? null): Detection => ({
      modelKey: choice?.candidate.modelKey ?? null,
      objectId: plain,
      descr,
      tier,
      rejected: tidy(rejected, choice?.candidate.modelKey),
    })
    for (
      let prefix = plain ?? '';
      prefix && !isGenericPrefix(prefix);
      prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))
    ) {
      const choice = await choose(byPrefix.get(prefix) ?? [], descr ?? '', probe, rejected)
      if (choice) return done(choice)
    }
    const told = descr ? await choose(byDescr, descr, probe, rejected) : null
    if (told) return done(told)
    for (const candidates of fallbacks) {
      const choice = await choose(candidates, descr ?? '', probe, rejected)
      if (choice) return done(choice, 'generic')
    }
    return done(null)
  }
  return { models, detect }
}

/** One reason a model; none for the model that was found by another of its ways. */
const tidy = (rejected: Rejected, chosen: string | undefined): Rejected => [
  ...new Map(
    rejected.filter(({ modelKey }) => modelKey !== chosen).map(entry => [entry.modelKey, entry]),
  ).values(),
]
