import { bitfield } from '@linecard/driver-kit/codecs'
import type { OnuPlace, OnuTable, PlaceIndex } from '@linecard/driver-kit/onus'

const numbers = (index: string): number[] => index.split('.').map(Number)
const one = (index: string): number | null => (/^\d+$/.test(index) ? Number(index) : null)

/** A port (ONU 0) or an ONU of EPON, and of GPON before firmware 3: 1, 0, number of the port, ONU. */
export const packed = bitfield({ board: { bits: 8, fixed: 1 }, zero: { bits: 8, fixed: 0 }, xid: 8, onu: 8 })

/**
 * ONUs of EPON, and of GPON before firmware 3. `uplinks`: number of the ports before the first PON port: the
 * agent numbers all ports of the device from 1.
 */
export const packedOnu = (uplinks: number): PlaceIndex => ({
  encode: ({ shelf, slot, port, onu }) =>
    shelf === 0 && slot === 0 && port > 0 && onu > 0
      ? String(packed.encode({ xid: port + uplinks, onu }))
      : null,
  decode: index => {
    const at = packed.decode(one(index) ?? -1)
    return at && at.onu > 0 && at.xid > uplinks
      ? { shelf: 0, slot: 0, port: at.xid - uplinks, onu: at.onu }
      : null
  },
})

/** FD11xx: `<PON port>.<ONU>`. The device number, always 1, is part of the columns. */
export const pairOnu: PlaceIndex = {
  encode: ({ port, onu }) => `${port}.${onu}`,
  decode: index => {
    const [port, onu, ...rest] = numbers(index)
    return port && onu && rest.length === 0 ? { shelf: 0, slot: 1, port, onu } : null
  },
  under: ({ port }) => String(port),
}

/** Firmware 3: slot, 18 for an ONU, port − 1, ONU. On FD16xx the slot is 0: `4718593` is port 1, ONU 1. */
export const onuNumber = bitfield({
  slot: 8,
  type: { bits: 6, fixed: 18 },
  port: { bits: 6, offset: 1 },
  onu: 12,
})
/** ifIndex of a PON port of firmware 3: slot, 5 for a PON port, port. `1310721` is port 1. */
export const ponNumber = bitfield({ slot: 8, type: { bits: 6, fixed: 5 }, port: 18 })

export const onuV3: PlaceIndex = {
  encode: ({ shelf, slot, port, onu }) =>
    shelf === 0 && onu > 0 ? String(onuNumber.encode({ slot, port, onu })) : null,
  decode: index => {
    const at = onuNumber.decode(one(index) ?? -1)
    return at && at.onu > 0 ? { shelf: 0, slot: at.slot, port: at.port, onu: at.onu } : null
  },
}

/** How the index of an ONU is made; a function reads first what the agent tells of its ports. */
export type OnuIndex = OnuTable['index']

/** Indexes of rows that begin with that of an ONU. */
export const rowsOf = (index: OnuIndex, row: (onu: PlaceIndex) => PlaceIndex): OnuIndex =>
  typeof index === 'function'
    ? async (session, onus) => (await index(session, onus)).map(row)
    : index.map(row)

/** The rows `<index of the ONU>.<tail>`. */
export const withTail = (onu: PlaceIndex, tail: string): PlaceIndex => ({
  encode: place => {
    const index = onu.encode(place)
    return index === null ? null : `${index}.${tail}`
  },
  decode: index => (index.endsWith(`.${tail}`) ? onu.decode(index.slice(0, -tail.length - 1)) : null),
})

/** The rows `<index of the ONU>.<board>.<port>`. */
export const withPort = (onu: PlaceIndex, board: string): PlaceIndex => ({
  encode: place => {
    const index = onu.encode(place)
    return index === null ? null : `${index}.${board}.${place.port}`
  },
  decode: index => {
    const [own = '', ...tail] = index.split('.')
    const place = onu.decode(own)
    return place && tail.join('.') === `${board}.${place.port}` ? place : null
  },
})

const tailOf = ({ slot, port }: OnuPlace) => `.0.${ponNumber.encode({ slot, port })}`

/** The rows `<index of the ONU>.0.<ifIndex of its PON port>` of firmware 3. */
export const withPonPort = (onu: PlaceIndex): PlaceIndex => {
  return {
    encode: place => {
      const index = onu.encode(place)
      return index === null ? null : index + tailOf(place)
    },
    decode: index => {
      const place = onu.decode(index.split('.')[0]!)
      return place && index === `${onu.encode(place)}${tailOf(place)}` ? place : null
    },
  }
}
