import type { Evidence, OnuFact, PortFact } from './facts.ts'
import type { PortIncident } from './incident.ts'
import { isApart, momentOf, type Moment, returnOf } from './times.ts'
import {
  allWithoutPower,
  branches,
  coincidence,
  gaspShare,
  logLight,
  logOwn,
  logPower,
  pairs,
  priors,
  shares,
  unseenPolls,
  type Known,
} from './weigh.ts'

/** Darker by so much than its reference, dB, before it was lost. */
const dimmedDb = -1.5

const seconds = (ms: number) => Math.round(ms / 1000)

/** What was seen, as people read it; with what it weighs for light against power. */
function evidenceOf(
  { port, fallen, left }: PortIncident,
  known: Known,
  group: readonly number[] | null,
  now: number,
): { list: Evidence[]; lightOverPower: number } {
  const at = Math.max(...fallen.map(({ lostAt }) => lostAt!))
  const gasped = fallen.filter(({ reason }) => reason === 'gasp').length
  const withoutLight = fallen.filter(({ reason }) => reason === 'los').length
  const list: Evidence[] = []
  const tell = (what: string, weight = 0, time = at) => list.push({ what, weight, at: time })
  const ratio = logPower(fallen, known) - logLight(fallen)
  tell(`${gasped} of ${fallen.length} ONUs sent a dying gasp, ${withoutLight} have no light`, ratio)
  const mute = fallen.filter(
    ({ reason, model }) => reason !== 'gasp' && gaspShare(known.gasps.get(model)) < 0.2,
  )
  if (mute.length > 0) tell(`${mute.length} of them are of models that do not gasp`)
  tell(left === 0 ? `nothing is left on ${port.name}` : `${left} ONUs of ${port.name} are still there`)
  if (left === 0 && port.up === false) tell(`${port.name} is down`)
  if (port.disabled) tell(`${port.name} is switched off`)
  if (port.sends === false) tell(`${port.name} sends no light`)
  const times = fallen.flatMap(({ deregAt }) => deregAt ?? [])
  if (times.length >= 2)
    tell(`by the OLT's clock they were lost within ${seconds(Math.max(...times) - Math.min(...times))} s`)
  if (group) tell('they fell and came back together before', Math.log(4))
  let lightOverPower = 0
  const dimmed = fallen.filter(one => one.dimmed !== null && one.dimmed <= dimmedDb).length
  const measured = fallen.filter(one => one.dimmed !== null).length
  if (dimmed >= 2 && dimmed * 3 >= measured) {
    lightOverPower += Math.log(5)
    tell(`the light of ${dimmed} of them had become darker before`, Math.log(5))
  }
  const back = returnOf(fallen)
  if (back !== null) {
    const weight = Math.log(12)
    lightOverPower += back === 'joint' ? weight : -weight
    tell(
      back === 'joint' ? 'they came back together' : 'they came back one after the other, as they boot',
      weight,
      now,
    )
  }
  return { list, lightOverPower }
}

/** What may have happened on one PON port. `alone`: each ONU has a cause of its own. */
export type PortCause = 'light' | 'power' | 'port' | 'both' | 'alone'

export interface PortVerdict {
  port: PortFact
  /** All that was there is lost. */
  dead: boolean
  /** The shares of the explanations, the largest first. */
  causes: readonly { cause: PortCause; share: number; members: readonly OnuFact[] }[]
  evidence: readonly Evidence[]
}

/** A model of which this share gasps would have gasped. */
const reliable = 0.8
/** A known group has so much in common with what fell. */
const likeGroup = 0.7

const likeness = (a: ReadonlySet<number>, b: readonly number[]): number => {
  const both = b.filter(id => a.has(id)).length
  return both / (a.size + b.length - both || 1)
}

/** The known group that what fell is most like; null: none. */
export function knownGroup(
  fallen: readonly OnuFact[],
  groups: readonly (readonly number[])[],
): readonly number[] | null {
  const ids = new Set(fallen.map(({ id }) => id))
  const best = groups
    .map(group => ({ group, like: likeness(ids, group) }))
    .toSorted((a, b) => b.like - a.like)[0]
  return best && best.like >= likeGroup ? best.group : null
}

interface Explanation {
  cause: PortCause
  members: readonly OnuFact[]
  log: number
}

/**
 * Those that cannot belong to the others: the OLT lost them at another time, or the known group lacks them.
 */
function strangers(
  fallen: readonly OnuFact[],
  moment: Moment | null,
  group: readonly number[] | null,
): ReadonlySet<OnuFact> {
  return new Set(
    fallen.filter(
      onu => isApart(onu, moment) || (group !== null && moment === null && !group.includes(onu.id)),
    ),
  )
}

/**
 * What the rest is worth, each ONU lost by itself, if `members` have a common cause. By its clock the OLT
 * lost all of `near` in one moment: for one that has a cause of its own that is chance.
 */
function ownOf(fallen: readonly OnuFact[], near: readonly OnuFact[], isMoment: boolean, known: Known) {
  const polls = unseenPolls(fallen)
  const times = new Map(near.flatMap(onu => (isMoment && onu.deregAt !== null ? [[onu, onu.deregAt]] : [])))
  const spread = Math.max(...times.values()) - Math.min(...times.values())
  const chance = times.size < 2 ? 0 : Math.log(coincidence(spread, polls))
  return (members: readonly OnuFact[]): number => {
    const inside = new Set(members)
    const rest = fallen.filter(onu => !inside.has(onu))
    const among = rest.filter(onu => times.has(onu)).length - (members.length > 0 ? 0 : 1)
    return logOwn(rest, known, polls) + Math.max(0, among) * chance
  }
}

/** What explains what fell, each with the ONUs that it takes in. */
function explanationsOf(
  { port, fallen, left }: PortIncident,
  known: Known,
  group: readonly number[] | null,
): Explanation[] {
  const dead = left === 0
  const moment = momentOf(fallen)
  const apart = strangers(fallen, moment, group)
  const near = fallen.filter(onu => !apart.has(onu))
  const silent = near.filter(({ reason }) => reason !== 'gasp')
  const gasped = near.filter(({ reason }) => reason === 'gasp')
  const own = ownOf(fallen, near, moment !== null && moment.at !== null, known)
  const isPair = near.length === 2 && group === null
  const polls = unseenPolls(fallen)
  const part = dead ? 0 : -Math.log(branches) + (group ? Math.log(4) : 0) - (isPair ? Math.log(pairs) : 0)
  const light = Math.log(polls * (dead ? priors.trunk + priors.branch / branches : priors.branch)) + part
  const power = Math.log(polls * priors.power) + (dead ? Math.log(allWithoutPower(fallen.length)) : part)
  // ONUs that would have gasped did not: they were unplugged elsewhere, or lost their light.
  const willing = near.filter(
    ({ reason, model }) =>
      reason === 'gasp' ||
      gaspShare(known.gasps.get(model)) < reliable ||
      gasped.filter(one => one.model === model).length * 2 < near.filter(one => one.model === model).length,
  )
  const list: Explanation[] = [
    { cause: 'light', members: silent, log: light + logLight(silent) + own(silent) },
    { cause: 'light', members: near, log: light + logLight(near) + own(near) },
    { cause: 'power', members: near, log: power + logPower(near, known) + own(near) },
    { cause: 'power', members: willing, log: power + logPower(willing, known) + own(willing) },
    { cause: 'alone', members: [], log: own([]) },
  ]
  if (gasped.length > 1 && silent.length > 1) {
    // There are so many ways to part them.
    const which = -3 * Math.log(near.length)
    const both = Math.log(polls ** 2 * priors.both) + logPower(gasped, known) + logLight(silent)
    list.push({ cause: 'both', members: near, log: both + which + own(near) })
  }
  const isPort = dead && (port.disabled || port.up !== true)
  const sent =
    port.disabled || port.sends === false ? 1 : polls * (port.sends === true ? priors.port / 20 : priors.port)
  if (isPort)
    list.push({ cause: 'port', members: silent, log: Math.log(sent) + logLight(silent) + own(silent) })
  return list.filter(({ cause, members }) => cause === 'alone' || members.length > 0)
}

/** Weighs what may have happened on one port. */
export function judgePort(incident: PortIncident, known: Known, now: number): PortVerdict {
  const group = knownGroup(incident.fallen, incident.groups)
  const { list, lightOverPower } = evidenceOf(incident, known, group, now)
  const explanations = explanationsOf(incident, known, group)
  const logs = explanations.map(({ cause, log }) =>
    cause === 'light' || cause === 'port'
      ? log + lightOverPower / 2
      : cause === 'power'
        ? log - lightOverPower / 2
        : log,
  )
  const parts = shares(logs)
  const byCause = Map.groupBy(
    explanations.map((one, at) => ({ ...one, share: parts[at]! })),
    ({ cause }) => cause,
  )
  const causes = [...byCause].map(([cause, all]) => {
    const best = all.toSorted((a, b) => b.share - a.share)[0]!
    return { cause, members: best.members, share: all.reduce((sum, { share }) => sum + share, 0) }
  })
  return {
    port: incident.port,
    dead: incident.left === 0,
    causes: causes.toSorted((a, b) => b.share - a.share),
    evidence: list,
  }
}
