import type { JudgeOptions, OnuFact, Picture, PortFact, Verdict, Evidence, Kind } from './facts.ts'
import { judgeOlt, ofRestart } from './olt.ts'
import type { PortIncident } from './incident.ts'
import { judgePort, type PortCause, type PortVerdict } from './port.ts'
import { byReading, incidentsOf, momentOf, isApart } from './times.ts'
import { gaspShare } from './weigh.ts'

/** Uplinks that went down: one verdict for those that did so together. */
function judgeUplinks({ uplinks, now }: Picture, { lookbackMs }: JudgeOptions): Verdict[] {
  const down = uplinks.filter(
    ({ up, downAt, member }) => up === false && downAt !== null && (member || downAt >= now - lookbackMs),
  )
  if (down.length === 0) return []
  const left = uplinks.filter(({ up }) => up === true)
  const began = Math.min(...down.map(({ downAt }) => downAt!))
  return [
    {
      kind: 'uplink',
      scope: 'uplink',
      ports: [],
      card: null,
      members: [],
      interfaces: down.map(({ id }) => id),
      began,
      confidence: 0.95,
      evidence: [
        ...down.map(({ name, downAt }) => ({ what: `${name} is down`, weight: 3, at: downAt! })),
        {
          what: left.length ? `${left.map(({ name }) => name).join(', ')} still up` : 'no uplink is left',
          weight: 0,
          at: now,
        },
      ],
    },
  ]
}

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
function merge(
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

/** A card without a word about its state: all of so many of its ports are lost at once. */
const leastPorts = 3

/**
 * Cards of which every PON port with ONUs is lost at once, while other cards work. A card that says that it
 * works is not at fault. ONUs that gasped lost their power, and do not belong to it.
 */
function judgeCards(
  { cards, ports, onus, gasps }: Picture,
  fallen: readonly PortIncident[],
  { leastOnus }: JudgeOptions,
): { cards: Verdict[]; rest: PortIncident[] } {
  const cardOf = new Map(ports.map(({ key, card }) => [key, card]))
  const alive = new Set(
    onus.flatMap(({ lostAt, port }) => (lostAt === null ? (cardOf.get(port ?? '') ?? []) : [])),
  )
  const works = new Map(cards.map(one => [one.card, one.works]))
  const verdicts: Verdict[] = []
  const taken = new Set<PortIncident>()
  for (const [card, own] of Map.groupBy(fallen, ({ port }) => port.card)) {
    if (card === null || alive.has(card) || works.get(card) === true) continue
    const silent = own.flatMap(one => one.fallen).filter(({ reason }) => reason !== 'gasp')
    const gasped = own.flatMap(one => one.fallen).length - silent.length
    const isOut = works.get(card) === false
    const others = [...new Set(cardOf.values())].some(
      other => other !== card && other !== null && alive.has(other),
    )
    // Without a word of the card its ports must all be silent, of models that would have gasped.
    const couldGasp = silent.some(({ model }) => gaspShare(gasps.get(model)) >= 0.3)
    if (!isOut && (own.length < leastPorts || !others || gasped * 10 > silent.length || !couldGasp)) continue
    if (silent.length < leastOnus) continue
    const at = Math.max(...silent.map(({ lostAt }) => lostAt!))
    const evidence: Evidence[] = [
      { what: `all ${own.length} PON ports of card ${card} are lost at once`, weight: own.length, at },
      ...(isOut ? [{ what: `card ${card} does not work, by the OLT`, weight: 4, at }] : []),
      ...(others ? [{ what: 'ONUs of other cards are there', weight: 1, at }] : []),
    ]
    for (const one of own) taken.add(one)
    verdicts.push({
      kind: 'card',
      scope: 'card',
      ports: own.map(({ port }) => port.key),
      card,
      members: silent.map(({ id }) => id),
      interfaces: ports.flatMap(port => (port.card === card && port.up !== true && port.id) || []),
      began: Math.min(...silent.map(({ lostAt }) => lostAt!)),
      confidence: isOut ? 0.97 : 0.8,
      evidence,
    })
  }
  return { cards: verdicts, rest: fallen.filter(one => !taken.has(one)) }
}

const unknownPort: PortFact = {
  key: '',
  id: null,
  name: 'an unknown PON port',
  card: null,
  up: null,
  disabled: false,
  sends: null,
}

/** What fell in one incident, by PON port, with what is left there. */
function byPort({ onus, ports, groups }: Picture, incident: readonly OnuFact[]): PortIncident[] {
  const facts = new Map(ports.map(port => [port.key, port]))
  const there = new Map<string, number>()
  for (const { lostAt, port } of onus)
    if (lostAt === null) there.set(port ?? '', (there.get(port ?? '') ?? 0) + 1)
  return [...Map.groupBy(incident, ({ port }) => port ?? '')].map(([key, fallen]) => ({
    port: facts.get(key) ?? { ...unknownPort, key },
    fallen,
    left: there.get(key) ?? 0,
    groups: groups.get(key) ?? [],
  }))
}

/** Whether a gasp of any ONU was ever told. */
const hasTold = ({ onus, gasps }: Picture): boolean =>
  onus.some(({ reason }) => reason === 'gasp') || [...gasps.values()].some(({ gasped }) => gasped > 0)

/**
 * What has happened to an OLT and its ONUs. Pure: the same picture gives the same verdicts.
 *
 * An ONU with `lostAt` is lost, or is a member of an outage that is open. Others that were lost long ago
 * belong to nothing new.
 */
export function judge(picture: Picture, options: JudgeOptions): Verdict[] {
  const silent = judgeOlt(picture, options)
  if (silent !== null && picture.olt.up === false) return [silent]
  const inRestart = new Set(ofRestart(picture, options).map(({ id }) => id))
  const uplinks = judgeUplinks(picture, options)
  const fallen = picture.onus.filter(
    ({ id, lostAt, member }) =>
      lostAt !== null && !inRestart.has(id) && (member || lostAt >= picture.now - options.lookbackMs),
  )
  const known = { gasps: picture.gasps, told: hasTold(picture) }
  const verdicts = incidentsOf(fallen, options.windowMs).flatMap(incident => {
    const { cards, rest } = judgeCards(picture, byPort(picture, incident), options)
    const told = incident.filter(({ deregAt }) => deregAt !== null).length * 2 >= incident.length
    // Without a clock of the OLT only what one reading saw may have one cause on several ports.
    const parts = told ? [rest] : byReading(rest)
    const others = parts.flatMap(part => {
      const judged = part.map(one => judgePort(one, known, picture.now))
      return merge(
        judged,
        part.flatMap(({ fallen: some }) => some),
        options,
      )
    })
    return [...cards, ...others]
  })
  return [...(silent ? [silent] : []), ...uplinks, ...verdicts]
}
