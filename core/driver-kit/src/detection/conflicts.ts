import type { DetectProbe, Driver, Model } from '../contract/driver.ts'
import type { Finding } from './finding.ts'

/** One way to detect one model, with a single sysObjectID prefix; null: by sysDescr alone. */
export interface Candidate {
  modelKey: string
  objectId: string | null
  descr?: RegExp
  /** All must match. */
  probes: readonly DetectProbe[]
}

type Rival = Candidate & { driver: string }

export const candidatesOf = (model: Model<unknown>): Candidate[] =>
  [model.detect]
    .flat()
    .flatMap(({ objectId, descr, probe }) =>
      (objectId === undefined ? [null] : [objectId].flat()).map(prefix => ({
        modelKey: model.key,
        objectId: prefix,
        descr,
        probes: probe === undefined ? [] : [probe].flat(),
      })),
    )

/** What makes two candidates indistinguishable, and what to do. */
function sameness({ driver, modelKey, objectId }: Rival, of: string): string {
  const other = driver === of ? modelKey : `${modelKey} of driver ${driver}`
  const same = objectId === null ? 'are known by the same sysDescr' : `have the sysObjectID ${objectId}`
  const way = 'give one of them a "descr" or a "probe" that the other does not match'
  const orDriver = driver === of ? '' : ', or remove one of the drivers from the config'
  return (
    `cannot be distinguished from ${other}: both ${same}, and sysDescr and probes do not decide; ` +
    way +
    orDriver
  )
}

/** The only text that a pattern matches; undefined for a pattern with operators. */
function literal({ source }: RegExp): string | undefined {
  const text = source
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/\\([.\-/()[\]+*?^$|{}\\])/g, '\0$1')
  return /(^|[^\0])[.()[\]+*?^$|{}\\]/.test(text) ? undefined : text.replaceAll('\0', '')
}

const matchesWhole = (text: string | undefined, pattern: RegExp): boolean =>
  text !== undefined && text.match(pattern)?.[0].length === text.length

/**
 * Whether one text can match both patterns with the same length: the patterns are the same, or one is a plain
 * text that the other matches completely.
 */
function overlap(a: RegExp | undefined, b: RegExp | undefined): boolean {
  if (!a || !b) return !a && !b
  if (a.source === b.source && a.flags === b.flags) return true
  return matchesWhole(literal(a), b) || matchesWhole(literal(b), a)
}

/** Whether a probe distinguishes two candidates: only one has it, or the answers differ. */
const differByProbe = (a: Candidate, b: Candidate): boolean =>
  a.probes.length !== b.probes.length ||
  a.probes.some(one => {
    const other = b.probes.find(({ oid }) => oid === one.oid)
    return other === undefined || !overlap(one.matches, other.matches)
  })

/**
 * Models that detection cannot distinguish, and keys that are used twice, in all drivers together. Two
 * candidates of one sysObjectID prefix contradict each other if sysDescr and probes do not decide: both
 * patterns are absent or the same, or one is a plain text that the other matches completely.
 * Two patterns with operators can match the same text too. That is not found here; detection then gives no
 * model.
 */
export function conflicts(drivers: readonly Driver[]): Finding[] {
  const findings: Finding[] = []
  const owners = new Map<string, string>()
  const ids = new Set<string>()
  const seen = new Map<string | null, Rival[]>()
  const named = new Set<string>()
  for (const { id, models } of drivers) {
    if (ids.has(id)) findings.push({ where: id, message: 'two drivers have this id' })
    ids.add(id)
    for (const model of models) {
      const owner = owners.get(model.key)
      if (owner !== undefined)
        findings.push({
          where: `${id}/${model.key}`,
          message: `the model key is used twice (also by driver ${owner}): rename one of the models`,
        })
      owners.set(model.key, id)
      for (const candidate of candidatesOf(model)) {
        const rivals = seen.get(candidate.objectId) ?? []
        for (const rival of rivals) {
          const pair = `${rival.modelKey} ${candidate.modelKey}`
          if (rival.modelKey === candidate.modelKey || named.has(pair)) continue
          if (!overlap(rival.descr, candidate.descr) || differByProbe(rival, candidate)) continue
          named.add(pair)
          findings.push({ where: `${id}/${candidate.modelKey}`, message: sameness(rival, id) })
        }
        seen.set(candidate.objectId, [...rivals, { ...candidate, driver: id }])
      }
    }
  }
  return findings
}
