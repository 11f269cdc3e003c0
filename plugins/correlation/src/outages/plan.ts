import { revise, type Picture, type Verdict } from '../judge/index.ts'
import type { Member, OpenOutage } from './outage.ts'

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

export type Step =
  /** `outage`: null: a new one. */
  | {
      do: 'keep'
      outage: OpenOutage | null
      verdict: Verdict
      members: readonly Member[]
      opens: boolean
      looks: number
    }
  | { do: 'end'; outage: OpenOutage; members: readonly Member[] }
  /** It was seen once, and was nothing. */
  | { do: 'drop'; outage: OpenOutage }

export interface PlanOptions {
  settleMs: number
  /** An OLT that nobody reads is taken as it is so long after it is back, ms. */
  restartMs: number
}

/** So many are seen to be lost in one reading that another one is not waited for. */
const [plainOnus, plainConfidence] = [5, 0.9]
const isPlain = ({ kind, members, confidence }: Verdict): boolean =>
  kind === 'olt' ||
  kind === 'uplink' ||
  (kind !== 'undetermined' && members.length >= plainOnus && confidence >= plainConfidence)

/** The present state of members, from the picture. */
function membersOf(ids: Iterable<number>, before: OpenOutage | null, picture: Picture): Member[] {
  const facts = new Map(picture.onus.map(onu => [onu.id, onu]))
  return [...new Set(ids)].flatMap((id): Member[] => {
    const fact = facts.get(id)
    const known = before?.members.get(id)
    if (!fact) return known ? [known] : []
    const { port, model, reason, deregAt, backAt, lostAt } = fact
    return [{ id, port, model, reason, deregAt, backAt, lostAt: known?.lostAt ?? lostAt ?? picture.now }]
  })
}

const isBack = ({ backAt }: Member): boolean => backAt !== null

/** Whether an outage of ONUs is over: all are back, or all but one or a fifth have been for long. */
function isOver(members: readonly Member[], now: number, { settleMs }: PlanOptions): boolean {
  const back = members.filter(isBack)
  if (back.length === members.length) return true
  const last = Math.max(...back.map(({ backAt }) => backAt!))
  const left = members.length - back.length
  return back.length > 0 && left <= Math.max(1, members.length / 5) && now - last > settleMs
}

/** What becomes of an outage that no verdict continues. */
function unmatched(
  outage: OpenOutage,
  picture: Picture,
  readAt: number | null,
  options: PlanOptions,
): Step[] {
  const { now, olt } = picture
  const { kind } = outage.verdict
  const members = membersOf(outage.members.keys(), outage, picture)
  if (kind === 'olt') {
    // The first reading since tells what its ONUs do; that it is up may be noted after that reading.
    const read = readAt !== null && readAt > outage.verdict.began
    return olt.up !== false && (read || now > (olt.since ?? 0) + options.restartMs)
      ? [{ do: 'end', outage, members }]
      : []
  }
  // While the OLT is silent nothing is known of the rest.
  if (olt.up === false) return []
  if (kind === 'uplink') return [{ do: 'end', outage, members }]
  if (isOver(members, now, options)) return [{ do: 'end', outage, members }]
  if (outage.openedAt === null && readAt !== null && readAt > outage.seenAt) return [{ do: 'drop', outage }]
  return [{ do: 'keep', outage, verdict: outage.verdict, members, opens: false, looks: outage.looks }]
}

/**
 * What is to be written so that the outages of an OLT are what was judged. Pure. An outage keeps its identity
 * while verdicts have members of it.
 *
 * @param readAt the last reading of the states of its ONUs, ms; null: none
 */
export function plan(
  open: readonly OpenOutage[],
  verdicts: readonly Verdict[],
  picture: Picture,
  readAt: number | null,
  options: PlanOptions,
): Step[] {
  const matches = matched(open, verdicts)
  const used = new Set(matches.values())
  const kept = open.flatMap((outage): Step[] => {
    const found = matches.get(outage)
    if (!found) return unmatched(outage, picture, readAt, options)
    const returned = [...outage.members.values()].filter(isBack).map(({ id }) => id)
    const members = membersOf([...found.members, ...returned], outage, picture)
    const ids = new Set(members.map(({ id }) => id))
    const verdict = revise(
      outage.verdict,
      found,
      picture.onus.filter(({ id }) => ids.has(id)),
    )
    if (members.length > 0 && verdict.kind !== 'olt' && isOver(members, picture.now, options))
      return [{ do: 'end', outage: { ...outage, verdict }, members }]
    const looks = outage.looks + (readAt !== null && readAt > outage.seenAt ? 1 : 0)
    const opens = outage.openedAt === null && (looks >= 2 || isPlain(verdict))
    return [{ do: 'keep', outage, verdict, members, opens, looks }]
  })
  const fresh = verdicts
    .filter(verdict => !used.has(verdict))
    .map((verdict): Step => {
      const members = membersOf(verdict.members, null, picture)
      return { do: 'keep', outage: null, verdict, members, opens: isPlain(verdict), looks: 1 }
    })
  return [...kept, ...fresh]
}
