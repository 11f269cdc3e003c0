import type { NamedPlace, Place, Technology } from '@linecard/driver-kit/onus'

/** Bind keys of Ethernet ports begin here, those of PON ports there. */
const [ethernet, pon] = [100_000, 200_000]
const onus = 1000

const within = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most

const portNumber = ({ shelf, slot, port }: Place): number | null =>
  within(shelf, 9) && within(slot, 99) && within(port, 99) ? shelf * 10_000 + slot * 100 + port : null

/** 100000 + frame × 10000 + slot × 100 + port. */
export function ethernetKey(place: Place): number | null {
  const number = portNumber(place)
  return number === null ? null : ethernet + number
}

/** 200000 + frame × 10000 + slot × 100 + port; for an ONU that × 1000 + ONU. Null: it does not fit. */
export function ponKey(place: Place): number | null {
  const number = portNumber(place)
  if (number === null) return null
  if (place.onu === null) return pon + number
  return within(place.onu, onus - 1) ? (pon + number) * onus + place.onu : null
}

const portOf = (number: number) => ({
  shelf: Math.floor(number / 10_000),
  slot: Math.floor(number / 100) % 100,
  port: number % 100,
})

/** The PON port or ONU of a bind key. Null: the key of another interface. */
export function placeOfKey(key: number): Place | null {
  if (!Number.isInteger(key)) return null
  if (key >= pon && key < pon + 100_000) return { ...portOf(key - pon), onu: null }
  if (key < pon * onus || key >= (pon + 100_000) * onus) return null
  return { ...portOf(Math.floor(key / onus) - pon), onu: key % onus }
}

/** Ranges of ifIndex that are bind keys of something else: such a port gets a key above all 32 bits. */
export const otherKey = (ifIndex: number): number =>
  (ifIndex >= ethernet && ifIndex < pon + 100_000) ||
  (ifIndex >= pon * onus && ifIndex < (pon + 100_000) * onus)
    ? ifIndex + 2 ** 32
    : ifIndex

const technologies: Readonly<Record<string, Technology>> = {
  gpon: 'gpon',
  epon: 'epon',
  xgpon: 'xgpon',
  xgspon: 'xgspon',
  xepon: 'xepon',
  '10gepon': 'xepon',
  '10ggpon': 'xgpon',
}

export interface Named extends NamedPlace {
  ethernet: boolean
}

const shape =
  /^(ethernet|(?:10g|xgs?)?-?[ge]?pon|xepon)[ _-]?(\d{1,2})\/ ?(\d{1,2})\/ ?(\d{1,2})(?:[:/](\d{1,3}))?$/i

/**
 * `GPON 0/1/7`, `ethernet0/6/1`; an ONU is `GPON 0/1/7:5`. Null for names without a place: `vlanif20`,
 * `meth0`.
 */
export function parseName(name: string): Named | null {
  const found = shape.exec(name.trim())
  if (!found) return null
  const [, prefix = '', shelf, slot, port, onu] = found
  const technology = technologies[prefix.toLowerCase().replaceAll('-', '')] ?? null
  const isEthernet = /^ethernet$/i.test(prefix)
  if (!isEthernet && technology === null) return null
  return {
    ethernet: isEthernet,
    technology,
    shelf: Number(shelf),
    slot: Number(slot),
    port: Number(port),
    onu: onu === undefined ? null : Number(onu),
  }
}
