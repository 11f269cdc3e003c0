import type { NamedPlace, OnuPlace, Place, Technology } from '@linecard/driver-kit/onus'

/** First bind key of the PON ports: `EPON0/2` is 10200000, `EPON0/2:3` is 10200300. */
const firstPon = 10_000_000
const portStep = 100_000
const onuStep = 100
/** Highest port and ONU that a bind key can hold. Behind them the keys of aggregates begin. */
const maxPort = 599
const maxOnu = 999

const inside = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

/** Stable bind key of a PON port or an ONU. Null: the place is in a slot, or a number is too large. */
export function keyOf({ shelf, slot, port, onu }: Place): number | null {
  if (shelf !== 0 || slot !== 0 || !inside(port, 1, maxPort)) return null
  if (onu !== null && !inside(onu, 1, maxOnu)) return null
  return firstPon + port * portStep + (onu ?? 0) * onuStep
}

/** The place of a bind key; null for the key of another interface. */
export function placeOfKey(key: number): Place | null {
  if (!Number.isInteger(key) || key % onuStep !== 0) return null
  const rest = key - firstPon
  const [port, onu] = [Math.floor(rest / portStep), (rest % portStep) / onuStep]
  return inside(port, 1, maxPort) ? { shelf: 0, slot: 0, port, onu: onu === 0 ? null : onu } : null
}

/** `GigaEthernet0/10`, `g0/10`, `TGigaEthernet0/1`, `tg0/1`, `FastEthernet0/1`, `f0/1`, `fa0/1`. */
const ethernet =
  /^(?:(?<tg>tgiga|tengiga|tg)|(?<g>giga|gig|g)|(?<f>fast|fa|f))(?:ethernet)?\s?0\/(?<port>\d{1,3})$/i
const aggregate = /^(?:port-aggregator|po?|aggregator)\s?(\d{1,4})$/i
const vlan = /^(?:vlan|v)\s?(\d{1,4})$/i

/** First bind keys of Ethernet ports. Existing clients hold them, and those of EPON and GPON OLTs differ. */
export interface EthernetKeys {
  tg: number
  g: number
  f: number
}
export const eponKeys: EthernetKeys = { tg: 100_000, g: 10_000, f: 1000 }
export const gponKeys: EthernetKeys = { tg: 100, g: 10, f: 1000 }

const firstAggregate = 70_000_000
const firstVlan = 80_000_000
const firstOther = 90_000_000

export interface Port {
  id: number
  type?: 'LACP' | 'VLAN'
}

/** Bind key of an interface that is no PON port and no ONU. `ifIndex` stands for a name that is not known. */
export function portOf(name: string, ifIndex: number, keys: EthernetKeys): Port {
  const found = ethernet.exec(name)?.groups
  if (found) {
    const kind = found['tg'] !== undefined ? 'tg' : found['g'] !== undefined ? 'g' : 'f'
    const port = Number(found['port'])
    // On a GPON OLT the keys of TGigaEthernet follow those of GigaEthernet.
    if (kind !== 'g' || keys.g + port < keys.tg) return { id: keys[kind] + port }
  }
  const group = aggregate.exec(name)
  if (group) return { id: firstAggregate + Number(group[1]), type: 'LACP' }
  const net = vlan.exec(name)
  if (net) return { id: firstVlan + Number(net[1]), type: 'VLAN' }
  return { id: firstOther + ifIndex }
}

/**
 * The place in a name of the agent or of the console: `EPON0/2:3`, `epon0/2`, `ePON 0/2:3`, `gpoN 0/10:20`,
 * and a virtual port of an ONU `gpon0/1:5-1`.
 */
export function parsePon(name: string): NamedPlace | null {
  const found =
    /^(?<kind>[eg])pon\s?(?<slot>\d{1,2})\/(?<port>\d{1,3})(?::(?<onu>\d{1,4})(?:-\w{1,16})?)?$/i.exec(
      name.trim(),
    )?.groups
  if (!found) return null
  const technology: Technology = found['kind']!.toLowerCase() === 'e' ? 'epon' : 'gpon'
  const onu = found['onu'] === undefined ? null : Number(found['onu'])
  return { shelf: 0, slot: Number(found['slot']), port: Number(found['port']), onu, technology }
}

/** Name of an ONU as ifDescr has it. */
export const onuName = ({ slot, port, onu }: OnuPlace, technology: Technology): string =>
  `${technology === 'epon' ? 'EPON' : 'GPON'}${slot}/${port}:${onu}`
