import type { Evidence, JudgeOptions, Picture, Verdict } from './facts.ts'
import type { PortIncident } from './incident.ts'
import { gaspShare } from './weigh.ts'

/** A card without a word about its state: all of so many of its ports are lost at once. */
const leastPorts = 3

/**
 * Cards of which every PON port with ONUs is lost at once, while other cards work. A card that says that it
 * works is not at fault. ONUs that gasped lost their power, and do not belong to it.
 */
export function judgeCards(
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
