import { judgeCards } from './cards.ts'
import type { JudgeOptions, OnuFact, Picture, PortFact, Verdict } from './facts.ts'
import { merge } from './merge.ts'
import { judgeOlt, ofRestart } from './olt.ts'
import type { PortIncident } from './incident.ts'
import { judgePort } from './port.ts'
import { byReading, incidentsOf } from './times.ts'
import { judgeUplinks } from './uplinks.ts'

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
