import type { JudgeOptions, Kind, OnuFact, Verdict } from './facts.ts'
import type { PortCause, PortVerdict } from './port.ts'
import { momentOf, isApart } from './times.ts'

/** An explanation must have this share, otherwise the verdict is undetermined. */
const enough = 0.75

interface Named {
  kind: Kind
  judged: PortVerdict
  members: readonly OnuFact[]
  confidence: number
}

const kindOf: Readonly<Record<Exclude<PortCause, 'alone' | 'both'>, Kind>> = {
  light: 'fibre_cut',
  power: 'power_loss',
  port: 'pon_port',
}

/** What one port says; several where a cut and a power loss came at once. */
function namedOf(judged: PortVerdict, { leastOnus }: JudgeOptions): Named[] {
  const [first] = judged.causes
  if (!first || first.cause === 'alone') return []
  const fits = ({ members }: Named) => members.length >= leastOnus
  if (first.share < enough) {
    const common = judged.causes.filter(({ cause }) => cause !== 'alone')
    const share = common.reduce((sum, one) => sum + one.share, 0)
    // The most that one of the likely causes takes in.
    const members = common
      .filter(one => one.share > 0.1)
      .toSorted((a, b) => b.members.length - a.members.length)[0]!.members
    return share < enough
      ? []
      : [{ kind: 'undetermined' as const, judged, members, confidence: first.share }].filter(fits)
  }
  const { cause, members, share: confidence } = first
  if (cause !== 'both') return [{ kind: kindOf[cause], judged, members, confidence }].filter(fits)
  const [gasped, silent] = [true, false].map(is => members.filter(({ reason }) => (reason === 'gasp') === is))
  return [
    { kind: 'power_loss' as const, judged, members: gasped!, confidence },
    { kind: 'fibre_cut' as const, judged, members: silent!, confidence },
  ].filter(fits)
}

/** A cause of several ports that is undetermined on some of them is that of the others. */
function agreed(all: readonly Named[]): Named[] {
  const sure = all.filter(({ kind }) => kind === 'power_loss' || kind === 'fibre_cut')
  const kinds = new Set(sure.map(({ kind }) => kind))
  if (kinds.size !== 1) return [...all]
  const [kind] = kinds as Set<Kind>
  const cause = kind === 'power_loss' ? 'power' : 'light'
  return all.map(one => {
    if (one.kind !== 'undetermined') return one
    const same = one.judged.causes.find(other => other.cause === cause)
    return same && same.share > 0.1
      ? { ...one, kind: kind!, members: same.members, confidence: Math.max(0.75, same.share) }
      : one
  })
}

/** Single ONUs of other ports that the OLT lost in the same moment, with a gasp as the others. */
function joined(kind: Kind, members: readonly OnuFact[], incident: readonly OnuFact[]): OnuFact[] {
  if (kind !== 'power_loss') return []
  const moment = momentOf(members)
  if (moment?.at == null) return []
  const [inside, ports] = [new Set(members), new Set(members.map(({ port }) => port))]
  return incident.filter(
    onu =>
      !inside.has(onu) &&
      !ports.has(onu.port) &&
      onu.reason === 'gasp' &&
      onu.deregAt !== null &&
      !isApart(onu, moment),
  )
}

/** One verdict for each kind of cause of an incident, whatever the number of its ports. */
export function merge(
  judged: readonly PortVerdict[],
  incident: readonly OnuFact[],
  options: JudgeOptions,
): Verdict[] {
  const named = agreed(judged.flatMap(one => namedOf(one, options)))
  const groups = Map.groupBy(named, ({ kind, judged: one }) =>
    kind === 'pon_port' ? `${kind} ${one.port.key}` : kind,
  )
  const taken = new Set(named.flatMap(({ members }) => members))
  return [...groups.values()].map(parts => {
    const { kind } = parts[0]!
    const own = parts.flatMap(({ members }) => members)
    const more = joined(
      kind,
      own,
      incident.filter(onu => !taken.has(onu)),
    )
    const members = [...own, ...more]
    const keys = [...new Set(members.map(({ port }) => port ?? ''))]
    const dead = parts.filter(one => one.judged.dead && kind !== 'power_loss')
    return {
      kind,
      scope: keys.length > 1 ? 'several_pons' : parts[0]!.judged.dead ? 'pon' : 'branch',
      ports: keys,
      card: null,
      members: members.map(({ id }) => id),
      interfaces: dead.flatMap(one => one.judged.port.id ?? []),
      began: Math.min(...members.map(({ lostAt }) => lostAt!)),
      confidence: Math.min(...parts.map(one => one.confidence)),
      evidence: parts.flatMap(one => one.judged.evidence).slice(0, 20),
    } satisfies Verdict
  })
}
