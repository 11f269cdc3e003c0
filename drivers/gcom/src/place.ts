import type { NamedPlace, Place, PlaceIndex } from '@linecard/driver-kit/onus'

/** Largest numbers that a bind key can hold. */
const most = { slot: 9, port: 99, onu: 999 } as const
const fits = (value: number, max: number) => Number.isInteger(value) && value >= 0 && value <= max

/**
 * Bind key: 1,000,000 + slot × 100,000 + PON port × 1000 + ONU. In slot 0 these are the numbers that clients
 * already hold; they give a slot only 10,000, so that there port 10 of slot 0 is port 0 of slot 1.
 */
export const keyOf = ({ shelf, slot, port, onu }: Place): number | null =>
  shelf === 0 && fits(slot, most.slot) && fits(port, most.port) && fits(onu ?? 0, most.onu) && onu !== 0
    ? 1_000_000 + slot * 100_000 + port * 1000 + (onu ?? 0)
    : null

/** The place of a bind key. Null: the key of an uplink or another interface. */
export function placeOf(key: number): Place | null {
  if (!Number.isInteger(key) || key < 1_000_000 || key > 1_999_999) return null
  const onu = key % 1000
  return {
    shelf: 0,
    slot: Math.floor(key / 100_000) % 10,
    port: Math.floor(key / 1000) % 100,
    onu: onu === 0 ? null : onu,
  }
}

/** Bind key of an uplink: 1000 + slot × 100 + port; `e0/1` is 1001. Null: another name. */
export function uplinkKey(name: string): number | null {
  const [, slot, port] = /^e(\d)\/(\d{1,2})$/i.exec(name.trim()) ?? []
  return port === undefined ? null : 1000 + Number(slot) * 100 + Number(port)
}

/** `p0/12` is a PON port, `0/12:5`, `p0/12:5` and `0/12/5` are ONUs. */
export function parseName(name: string): NamedPlace | null {
  const [, slot, port, onu] =
    /^p(\d)\/(\d{1,2})$/i.exec(name.trim()) ?? /^p?(\d)\/(\d{1,2})[:/](\d{1,3})$/i.exec(name.trim()) ?? []
  return port === undefined
    ? null
    : {
        shelf: 0,
        slot: Number(slot),
        port: Number(port),
        onu: onu === undefined ? null : Number(onu),
        technology: 'epon',
      }
}

/** `slot.port.onu` of the vendor's tables. */
export const slotPortOnu: PlaceIndex = {
  encode: ({ slot, port, onu }) => `${slot}.${port}.${onu}`,
  decode: index => {
    const [, slot, port, onu] = /^(\d+)\.(\d+)\.(\d+)$/.exec(index) ?? []
    return onu === undefined || Number(onu) === 0
      ? null
      : { shelf: 0, slot: Number(slot), port: Number(port), onu: Number(onu) }
  },
  under: ({ slot, port }) => `${slot}.${port}`,
}
