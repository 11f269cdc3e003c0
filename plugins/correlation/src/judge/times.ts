import type { OnuFact } from './facts.ts'

/** Members of one outage are lost within so long by the clock of their OLT, ms: gasps come before LOS. */
export const togetherMs = 8_000

export const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted.length ? sorted[Math.floor(sorted.length / 2)]! : null
}

/** What the clock of the OLT says of ONUs that were lost; null: it told of fewer than half of them. */
export interface Moment {
  /** The time around which several were lost; null: each was lost at another time. */
  at: number | null
}

export function momentOf(onus: readonly OnuFact[]): Moment | null {
  const known = onus.flatMap(({ deregAt }) => deregAt ?? []).toSorted((a, b) => a - b)
  if (known.length < 2 || known.length * 2 < onus.length) return null
  let best: readonly number[] = []
  for (let from = 0, to = 0; from < known.length; from++) {
    while (to < known.length && known[to]! - known[from]! <= togetherMs) to++
    if (to - from > best.length) best = known.slice(from, to)
  }
  return { at: best.length >= 2 ? median(best) : null }
}

/** Whether the OLT lost the ONU at another time than the others. */
export const isApart = ({ deregAt }: OnuFact, moment: Moment | null): boolean =>
  moment !== null && deregAt !== null && (moment.at === null || Math.abs(deregAt - moment.at) > togetherMs)

/** Groups what has no gap of more than `gapMs` between its times. */
function groupsOf<T>(all: readonly T[], timeOf: (one: T) => number, gapMs: number): T[][] {
  const groups: T[][] = []
  let last = -Infinity
  for (const one of all.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    if (timeOf(one) - last > gapMs) groups.push([])
    last = timeOf(one)
    groups.at(-1)!.push(one)
  }
  return groups
}

/** Two outages at one OLT are so far from each other by its clock, ms. */
const apartMs = 20_000
/** What one reading, and the one that confirms it, see for the first time, ms. */
export const readingMs = 30_000

/** What the OLT lost at different moments by its clock. ONUs without a moment go with their port. */
function byClock(incident: readonly OnuFact[]): OnuFact[][] {
  const known = incident.filter(({ deregAt }) => deregAt !== null)
  if (known.length * 2 < incident.length) return [[...incident]]
  const groups = groupsOf(known, ({ deregAt }) => deregAt!, apartMs)
  const like = (onu: OnuFact) =>
    groups.toSorted(
      (a, b) =>
        b.filter(({ port }) => port === onu.port).length - a.filter(({ port }) => port === onu.port).length ||
        b.length - a.length,
    )[0]!
  for (const onu of incident) if (onu.deregAt === null) like(onu).push(onu)
  return groups
}

/** Groups what was lost within `windowMs`: incidents, the oldest first. */
export function incidentsOf(onus: readonly OnuFact[], windowMs: number): OnuFact[][] {
  const incidents: OnuFact[][] = []
  let start = -Infinity
  for (const onu of onus.toSorted((a, b) => a.lostAt! - b.lostAt!)) {
    if (onu.lostAt! - start > windowMs) {
      incidents.push([])
      start = onu.lostAt!
    }
    incidents.at(-1)!.push(onu)
  }
  return incidents.flatMap(byClock)
}

/** Groups ports of an incident whose first ONUs were seen to be lost in one reading. */
export const byReading = <T extends { fallen: readonly OnuFact[] }>(ports: readonly T[]): T[][] =>
  groupsOf(ports, ({ fallen }) => Math.min(...fallen.map(({ lostAt }) => lostAt!)), readingMs)

export type Return = 'joint' | 'staggered' | null

/** A splice brings all back within so long, boots within more, ms. */
const [jointMs, staggeredMs] = [15_000, 30_000]

/**
 * How ONUs came back: after a splice together, after a power loss each in the time of its boot. By the clock
 * of the OLT; by that of the service only if they came back over several polls. Null: cannot be told.
 */
export function returnOf(onus: readonly OnuFact[]): Return {
  const back = onus.filter(({ backAt }) => backAt !== null)
  if (back.length < 3 || back.length * 2 < onus.length) return null
  const lost = Math.max(...onus.map(({ deregAt }) => deregAt ?? -Infinity))
  const known = back.flatMap(({ regAt }) => (regAt !== null && regAt >= lost ? regAt : []))
  if (known.length >= 3 && known.length * 2 >= back.length) {
    const sorted = known.toSorted((a, b) => a - b)
    // One that was late for another reason does not count.
    const cut = Math.floor(sorted.length / 10)
    const spread = sorted[sorted.length - 1 - cut]! - sorted[cut]!
    return spread <= jointMs ? 'joint' : spread >= staggeredMs ? 'staggered' : null
  }
  const times = back.map(({ backAt }) => backAt!)
  const spread = Math.max(...times) - Math.min(...times)
  return spread >= staggeredMs && new Set(times).size >= 3 ? 'staggered' : null
}
