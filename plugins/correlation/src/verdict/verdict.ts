import type { Kind } from '../judge/index.ts'
import { isLost } from '../picture/words.ts'
import type { VerdictView } from './schema.ts'
import { reasonIn, type CustomerFacts, type Explains, type OnuState } from './facts.ts'

export type Word = VerdictView['verdict']

/** What is known of the customer beside the outages. */
export interface Port {
  name: string
  type: string
  status: string | null
}
export interface Said {
  verdict: Word
  sentence: string
  evidence: Evidence[]
}
/** `time`: since when it is so. `read`: when that was read last; absent: at `time`. */
export interface Evidence {
  what: string
  time: Date | null
  read?: Date | null
}

/** States of ONUs that are older say nothing of now, ms. */
const oldMs = 15 * 60_000
/** So long after a loss it is not yet known what else was lost, ms. */
const freshMs = 5 * 60_000
/** So many other devices are down, and this share of them: it is not the OLT. */
const [manyDown, shareDown] = [3, 0.3]

const causes: Readonly<Record<Kind, string>> = {
  fibre_cut: 'a fibre is cut',
  power_loss: 'the customers have no power',
  pon_port: 'the PON port of the OLT is down',
  card: 'a card of the OLT is down',
  olt: 'the OLT does not answer',
  uplink: 'the uplink of the OLT is down',
  undetermined: 'several ONUs were lost together, and it is not clear why',
}

const wordOf = ({ kind, scope }: Explains): Word => {
  if (kind === 'uplink') return 'uplink'
  if (kind === 'olt' || kind === 'card') return 'olt'
  return scope === 'branch' ? 'branch' : 'pon'
}
const whom: Readonly<Record<Word, string>> = {
  customer: 'Only this customer',
  branch: 'Not only this customer: a part of the PON port',
  pon: 'Not only this customer: the whole PON port',
  olt: 'Not only this customer: the OLT',
  uplink: 'Not only this customer: everybody behind this OLT',
  network: 'Not only this customer: several devices of the network',
  unknown: 'It cannot be told',
}

/** A verdict from an outage that is known. */
function byOutage(outage: Explains, isNetwork: boolean): Said {
  const verdict = isNetwork && outage.kind === 'olt' ? 'network' : wordOf(outage)
  const count = outage.customers === null ? '' : `, ${outage.customers} customers`
  return {
    verdict,
    sentence: `${whom[verdict]} is affected: ${causes[outage.kind]}${count}. ${outage.title}.`,
    evidence: [{ what: outage.description, time: outage.seen_at }],
  }
}

const said = (verdict: Word, why: string): Said => ({
  verdict,
  sentence: `${whom[verdict]}: ${why}.`,
  evidence: [],
})

/** A verdict about an ONU that belongs to no outage. */
function byOnu(facts: CustomerFacts, now: Date): Said {
  const { onu, neighbours, readAt, device } = facts
  const { status, status_changed_at: since } = onu!
  if (readAt !== null && now.getTime() - readAt.getTime() > oldMs)
    return said(
      'unknown',
      `the states of the ONUs of ${device.name} were last read at ${readAt.toISOString()}`,
    )
  if (status === 'Online')
    return said('customer', 'the ONU is online. Look at what is behind it: router, cable, Wi-Fi, account')
  if (!isLost(status))
    return status === 'Disabled' || status === 'Unregistered'
      ? said('customer', `the ONU is ${status === 'Disabled' ? 'switched off at the OLT' : 'not registered'}`)
      : said('unknown', 'the state of the ONU is not known')
  const isFresh = since !== null && now.getTime() - since.getTime() < freshMs
  if (isFresh && neighbours !== null && neighbours.lately > 0)
    return said(
      'unknown',
      `the ONU and ${neighbours.lately} neighbours were just lost. Ask again in a few minutes`,
    )
  const reason = reasonIn(onu!)
  const others =
    neighbours && neighbours.total > 0 ? `${neighbours.up} of ${neighbours.total} neighbours are online` : ''
  const why =
    reason === 'gasp'
      ? 'the ONU lost its power: unplugged, or no power there'
      : reason === 'los'
        ? 'the ONU has no light or is dead: its drop fibre, or the ONU itself'
        : 'the ONU is offline, and the OLT does not tell why'
  return said('customer', others ? `${why}; ${others}` : why)
}

const stateOf = (up: boolean | null): string =>
  up === null ? 'is in an unknown state' : up ? 'answers' : 'does not answer'

const onuEvidence = ({ status, status_changed_at: time }: OnuState, read: Date | null): Evidence => ({
  what: `the ONU is ${status ?? 'in an unknown state'}`,
  time,
  read,
})

/** Mine or the street? Pure: what is known gives the verdict. */
export function verdictOf(facts: CustomerFacts, port: Port, now: Date): Said {
  const { device, onu, neighbours, outages, readAt, others } = facts
  const isNetwork = others.down >= manyDown && others.down >= shareDown * others.total
  const first = outages[0]
  const base = first
    ? byOutage(first, isNetwork)
    : device.up === false
      ? said(
          isNetwork ? 'network' : 'olt',
          `${device.name} does not answer; nothing is known of what is behind it`,
        )
      : onu
        ? byOnu(facts, now)
        : port.status === 'Down'
          ? said(
              'customer',
              `${port.name} is down, and ${device.name} answers: cable, or what is plugged in there`,
            )
          : port.status === 'Up'
            ? said('customer', `${port.name} is up. Look at what is behind it`)
            : said('unknown', `the state of ${port.name} is not known`)
  return {
    ...base,
    evidence: [
      ...base.evidence,
      { what: `${device.name} ${stateOf(device.up)}`, time: device.since, read: device.readAt },
      ...(onu ? [onuEvidence(onu, readAt)] : []),
      ...(neighbours
        ? [{ what: `${neighbours.up} of ${neighbours.total} ONUs beside it are online`, time: readAt }]
        : []),
    ],
  }
}
