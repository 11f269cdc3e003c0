import type { Detect, DetectProbe, Driver, Model } from '../contract/driver.ts'
import type { Finding } from './finding.ts'

/** One way to detect one model, with a single sysObjectID prefix; null: by sysDescr alone. */
export interface Candidate {
  modelKey: string
  objectId: string | null
  descr?: RegExp
  /** All must match. */
  probes: readonly CandidateProbe[]
}

/** A scalar, or a table that must have a row (`below`). */
export interface CandidateProbe {
  oid: string
  /** Null: any value. */
  matches: RegExp | null
  below: boolean
}

const probesOf = ({ probe = [], rows = [] }: Detect): CandidateProbe[] => [
  ...[probe].flat().map((one: DetectProbe) => ({ ...one, below: false })),
  ...[rows].flat().map((oid: string) => ({ oid, matches: null, below: true })),
]

type Rival = Candidate & { driver: string }

export const candidatesOf = (model: Model<unknown>): Candidate[] =>
  [model.detect]
    .flat()
    .flatMap(one =>
      (one.objectId === undefined ? [null] : [one.objectId].flat()).map(prefix => ({
        modelKey: model.key,
        objectId: prefix,
        descr: one.descr,
        probes: probesOf(one),
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

/** Of each pattern the only text that it matches, or undefined. A pattern is compared with many others. */
const literals = new WeakMap<RegExp, { text: string | undefined }>()

/** The only text that a pattern matches; undefined for a pattern with operators. */
function literal(pattern: RegExp): string | undefined {
  const known = literals.get(pattern)
  if (known) return known.text
  const text = pattern.source
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/\\([.\-/()[\]+*?^$|{}\\])/g, '\0$1')
  const plain = /(^|[^\0])[.()[\]+*?^$|{}\\]/.test(text) ? undefined : text.replaceAll('\0', '')
  literals.set(pattern, { text: plain })
  return plain
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
    const other = b.probes.find(({ oid, below }) => oid === one.oid && below === one.below)
    return other === undefined || !overlap(one.matches ?? undefined, other.matches ?? undefined)
  })

/** Drivers to which others are compared one by one. */
export interface Rivals {
  /**
   * Models of a driver that detection cannot distinguish from those of the drivers here or from each other,
   * and keys that are used twice. Two candidates of one sysObjectID prefix contradict each other if sysDescr
   * and probes do not decide: both patterns are absent or the same, or one is a plain text that the other
   * matches completely. Two patterns with operators can match the same text too. That is not found here;
   * detection then gives no model.
   */
  against(driver: Driver): Finding[]
  /** From now on others are compared with this driver too. It is not checked itself. */
  add(driver: Driver): void
}

const rivalsIn = ({ id, models }: Driver): Rival[] =>
  models.flatMap(model => candidatesOf(model).map(candidate => ({ ...candidate, driver: id })))

/** Rivals with no driver yet. */
export function createRivals(): Rivals {
  const ids = new Set<string>()
  const owners = new Map<string, string>()
  const byPrefix = new Map<string | null, Rival[]>()

  /** Keys that are used twice. */
  function sameKeys({ id, models }: Driver): Finding[] {
    const own = new Set<string>()
    return models.flatMap(({ key }) => {
      const owner = own.has(key) ? id : owners.get(key)
      own.add(key)
      const message = `the model key is used twice (also by driver ${owner}): rename one of the models`
      return owner === undefined ? [] : [{ where: `${id}/${key}`, message }]
    })
  }

  function sameAnswers(driver: Driver): Finding[] {
    const findings: Finding[] = []
    const named = new Set<string>()
    const own = new Map<string | null, Rival[]>()
    for (const candidate of rivalsIn(driver)) {
      const mine = own.get(candidate.objectId) ?? []
      for (const rival of [...(byPrefix.get(candidate.objectId) ?? []), ...mine]) {
        const pair = `${rival.modelKey} ${candidate.modelKey}`
        if (rival.modelKey === candidate.modelKey || named.has(pair)) continue
        if (!overlap(rival.descr, candidate.descr) || differByProbe(rival, candidate)) continue
        named.add(pair)
        findings.push({ where: `${driver.id}/${candidate.modelKey}`, message: sameness(rival, driver.id) })
      }
      own.set(candidate.objectId, [...mine, candidate])
    }
    return findings
  }

  return {
    against: driver => [
      ...(ids.has(driver.id) ? [{ where: driver.id, message: 'two drivers have this id' }] : []),
      ...sameKeys(driver),
      ...sameAnswers(driver),
    ],
    add(driver) {
      ids.add(driver.id)
      for (const { key } of driver.models) owners.set(key, driver.id)
      for (const rival of rivalsIn(driver)) {
        const others = byPrefix.get(rival.objectId)
        if (others) others.push(rival)
        else byPrefix.set(rival.objectId, [rival])
      }
    },
  }
}

/** What contradicts what in all drivers together, as `Rivals` finds it. */
export function conflicts(drivers: readonly Driver[]): Finding[] {
  const rivals = createRivals()
  return drivers.flatMap(driver => {
    const found = rivals.against(driver)
    rivals.add(driver)
    return found
  })
}
