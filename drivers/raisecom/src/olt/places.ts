import { bitfield } from '@linecard/driver-kit/codecs'
import {
  fitting,
  slotPlaces,
  type NamedPlace,
  type OnuPlace,
  type PlaceIndex,
} from '@linecard/driver-kit/onus'

/** ifIndex of a PON port or an ONU: 1, slot, port, ONU; a port has ONU 0. */
const packed = bitfield({ kind: { bits: 4, fixed: 1 }, slot: 5, port: 7, onu: 16 })

/** The place in an ifIndex; null: it is another port. */
export function placeOfIfIndex(ifIndex: number): NamedPlace | null {
  const at = packed.decode(ifIndex)
  return at && at.slot > 0 && at.port > 0
    ? { shelf: 0, slot: at.slot, port: at.port, onu: at.onu === 0 ? null : at.onu, technology: 'gpon' }
    : null
}

export const byIfIndexOfOnu: PlaceIndex = {
  encode: ({ slot, port, onu }) => fitting(() => String(packed.encode({ slot, port, onu }))),
  decode: index => {
    const at = /^\d+$/.test(index) ? placeOfIfIndex(Number(index)) : null
    return at?.onu == null ? null : { shelf: 0, slot: at.slot, port: at.port, onu: at.onu }
  },
}

/** ONUs from 100 on have the rest of their number and these bits. */
const above = 3 * 2 ** 28
const [perSlot, perPort, perOnu] = [10_000_000, 100_000, 1000]

/**
 * The decimal index of tables about the devices themselves: slot × 10^7 + port × 10^5 + ONU × 1000 + port of
 * the ONU. `uni` 0 is the device, 1 its PON port.
 */
export const decimalIndex = (uni: number): PlaceIndex => ({
  encode: ({ slot, port, onu }) =>
    slot < 20 && port < 100 && onu > 0 && onu < 200
      ? String((onu < 100 ? 0 : above) + slot * perSlot + port * perPort + (onu % 100) * perOnu + uni)
      : null,
  decode: index => {
    const read = Number(index)
    if (!Number.isInteger(read)) return null
    const rest = read >= above ? read - above : read
    const place: OnuPlace = {
      shelf: 0,
      slot: Math.floor(rest / perSlot),
      port: Math.floor(rest / perPort) % 100,
      onu: (Math.floor(rest / perOnu) % 100) + (read >= above ? 100 : 0),
    }
    const { slot, port, onu } = place
    return rest % perOnu === uni && slot > 0 && slot < 20 && port > 0 && onu > 0 ? place : null
  },
})

/** `gpon-olt 1/1`, `gpon-onu 1/1/7` of the command line. */
export function parseName(name: string): NamedPlace | null {
  const found = /^gpon-?(olt|onu) ?(\d{1,2})\/(\d{1,2})(?:\/(\d{1,3}))?$/i.exec(name.trim())
  if (!found || (found[1]!.toLowerCase() === 'onu') !== (found[4] !== undefined)) return null
  const [, , slot, port, onu] = found
  return {
    shelf: 0,
    slot: Number(slot),
    port: Number(port),
    onu: onu === undefined ? null : Number(onu),
    technology: 'gpon',
  }
}

export const places = slotPlaces({
  parse: parseName,
  onuName: ({ slot, port, onu }) => `gpon-onu ${slot}/${port}/${onu}`,
  portAt: ({ ifIndex }, name) => {
    const at = placeOfIfIndex(ifIndex) ?? parseName(name)
    return at && (/^epon/i.test(name) ? { ...at, technology: 'epon' } : at)
  },
  portOf: ifIndex => {
    const at = placeOfIfIndex(ifIndex)
    return at?.onu === null ? at : null
  },
})
