import type { Detect, Driver, Model } from '../contract/driver.ts'
import type { Finding } from './finding.ts'

/** One way to know one model, with a single sysObjectID prefix (null: known by sysDescr alone). */
export interface Candidate {
  modelKey: string
  objectId: string | null
  descr?: RegExp
  probe?: Detect['probe']
}

export const candidatesOf = (model: Model<unknown>): Candidate[] =>
  [model.detect]
    .flat()
    .flatMap(({ objectId, descr, probe }) =>
      (objectId === undefined ? [null] : [objectId].flat()).map(prefix => ({
        modelKey: model.key,
        objectId: prefix,
        descr,
        probe,
      })),
    )

/** The text that a pattern without operators stands for; undefined for one that stands for many. */
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
 * Two patterns that the same text fits equally well: the same pattern, or the plain text of one that the
 * other matches to the same length.
 */
function overlap(a: RegExp | undefined, b: RegExp | undefined): boolean {
  if (!a || !b) return !a && !b
  if (a.source === b.source && a.flags === b.flags) return true
  return matchesWhole(literal(a), b) || matchesWhole(literal(b), a)
}

/** One model is asked for by a probe that the other does not have, or has with another answer. */
const toldByProbe = (a: Candidate, b: Candidate): boolean =>
  a.probe?.oid !== b.probe?.oid || (a.probe !== undefined && !overlap(a.probe.matches, b.probe!.matches))

/**
 * Models that cannot be told apart, and keys that are used twice, over all drivers at once. Two candidates of
 * one sysObjectID prefix contradict each other when neither sysDescr nor a probe decides: both patterns
 * absent, the same, or one a plain text that the other matches as far.
 * Overlaps of two patterns that both stand for many texts cannot be seen here; detection then answers that it
 * cannot tell.
 */
export function conflicts(drivers: readonly Driver[]): Finding[] {
  const findings: Finding[] = []
  const owners = new Map<string, string>()
  const ids = new Set<string>()
  const seen = new Map<string | null, Candidate[]>()
  const named = new Set<string>()
  for (const { id, models } of drivers) {
    if (ids.has(id)) findings.push({ where: id, message: 'two drivers have this id' })
    ids.add(id)
    for (const model of models) {
      const owner = owners.get(model.key)
      if (owner !== undefined)
        findings.push({
          where: `${id}/${model.key}`,
          message: `the model key is used twice (also by driver ${owner})`,
        })
      owners.set(model.key, id)
      for (const candidate of candidatesOf(model)) {
        const rivals = seen.get(candidate.objectId) ?? []
        for (const rival of rivals) {
          const pair = `${rival.modelKey} ${candidate.modelKey}`
          if (rival.modelKey === candidate.modelKey || named.has(pair)) continue
          if (!overlap(rival.descr, candidate.descr) || toldByProbe(rival, candidate)) continue
          named.add(pair)
          findings.push({
            where: `${id}/${candidate.modelKey}`,
            message:
              `cannot be told from ${rival.modelKey}: same ${candidate.objectId ?? 'sysDescr'}, ` +
              'and neither sysDescr nor a probe decides',
          })
        }
        seen.set(candidate.objectId, [...rivals, candidate])
      }
    }
  }
  return findings
}
