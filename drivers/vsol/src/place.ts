import { fitting, isOnu, type NamedPlace, type Place, type PlaceIndex } from '@linecard/driver-kit/onus'

/** Largest numbers that a bind key can hold. */
const most = { slot: 99, port: 99, onu: 999 } as const
const fits = (value: number, max: number) => Number.isInteger(value) && value >= 0 && value <= max

/** Bind key: 10,000,000 + slot × 100,000 + PON port × 1000 + ONU. Null: a place outside of it. */
export const keyOf = ({ shelf, slot, port, onu }: Place): number | null =>
  shelf === 0 && fits(slot, most.slot) && fits(port, most.port) && fits(onu ?? 0, most.onu) && onu !== 0
    ? 10_000_000 + slot * 100_000 + port * 1000 + (onu ?? 0)
    : null

/** The place of a bind key. Null: the key of an uplink, a VLAN or another interface. */
export function placeOf(key: number): Place | null {
  if (!Number.isInteger(key) || key < 10_000_000 || key > 19_999_999) return null
  const onu = key % 1000
  return {
    shelf: 0,
    slot: Math.floor(key / 100_000) % 100,
    port: Math.floor(key / 1000) % 100,
    onu: onu === 0 ? null : onu,
  }
}

/** Bind key of an uplink: 10,000 + slot × 100 + port; `GE0/1` is 10001. */
export const uplinkKey = (slot: number, port: number): number | null =>
  fits(slot, most.slot) && fits(port, most.port) ? 10_000 + slot * 100 + port : null

/** `GE0/1` and what the agent writes after it. */
export function uplinkOf(name: string): { slot: number; port: number } | null {
  const [, slot, port] = /^(?:X?GE|gigabitethernet ?)(\d{1,2})\/(\d{1,2})(?:\s|$)/i.exec(name.trim()) ?? []
  return port === undefined ? null : { slot: Number(slot), port: Number(port) }
}

const shapes = [
  // `EPON0/6`, `GPON0/6:4`, `gpon 0/6`; a description can follow after a space.
  /^(?<kind>[EG])PON ?(?<slot>\d{1,2})\/(?<port>\d{1,3})(?::(?<onu>\d{1,3}))?(?:\s|$)/i,
  // ifDescr of older firmware: `EPON01ONU34`, slot 0.
  /^(?<kind>[EG])PON(?<port>\d{1,3})ONU(?<onu>\d{1,3})(?:\s|$)/i,
] as const

/** The place in a name of the agent or of the command line. */
export function parseName(name: string): NamedPlace | null {
  const found = shapes.map(shape => shape.exec(name.trim())?.groups).find(groups => groups !== undefined)
  if (!found) return null
  const { kind, slot = '0', port, onu } = found
  return {
    shelf: 0,
    slot: Number(slot),
    port: Number(port),
    onu: onu === undefined ? null : Number(onu),
    technology: /g/i.test(kind!) ? 'gpon' : 'epon',
  }
}

/** Name of a PON port or ONU as the OLT writes it. */
export const nameOf = ({ slot, port, onu }: Place, technology: 'epon' | 'gpon'): string =>
  `${technology.toUpperCase()}${slot}/${port}${onu === null ? '' : `:${onu}`}`

/** `.pon.onu` of the vendor's tables. They have no slot: it is 0. */
export const ponOnu: PlaceIndex = {
  encode: ({ slot, port, onu }) => (slot === 0 ? `${port}.${onu}` : null),
  decode: index => {
    const [, port, onu] = /^(\d+)\.(\d+)$/.exec(index) ?? []
    return onu === undefined || Number(onu) === 0
      ? null
      : { shelf: 0, slot: 0, port: Number(port), onu: Number(onu) }
  },
  under: ({ port }) => String(port),
}

/** An index that only a map of the device tells: ifIndex, or a running number. */
export function mappedIndex(places: ReadonlyMap<string, Place>): PlaceIndex {
  const indexes = new Map([...places].map(([index, place]) => [keyOf(place), index]))
  return {
    encode: place => fitting(() => indexes.get(keyOf(place)) ?? null),
    decode: index => {
      const place = places.get(index)
      return place && isOnu(place) ? place : null
    },
  }
}
