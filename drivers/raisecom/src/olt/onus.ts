import {
  dateAndTime,
  enumeration,
  integer,
  map,
  onuSerial,
  scaled,
  table,
  text,
  type Column,
} from '@linecard/driver-kit'
import type { Olt, OnuTree } from '@linecard/driver-kit/onus'
import { device, gpon, onu, optics } from './nodes.ts'
import { byIfIndexOfOnu, decimalIndex, places } from './places.ts'

const index = [byIfIndexOfOnu]
const ofDevice = [decimalIndex(0)]
const ofPon = [decimalIndex(1)]

/** (n − 15000) / 500 dBm, n with a sign in 16 bits. 0 is no value. */
export const dbm = (raw: number): number | null => {
  if (raw === 0) return null
  const signed = raw > 32_767 ? raw - 65_536 : raw
  const power = Math.round(((signed - 15_000) / 500) * 100) / 100
  return power >= -60 && power <= 20 ? power : null
}
const power = (oid: string): Column<number> => map(integer(oid), dbm)

const tree: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ status: integer(`${onu}.17`) }), index },
  state: {
    columns: table({
      // Only 1 is known to be online.
      phase: map(integer(`${onu}.17`), status => (status === 1 ? 'online' : 'offline')),
      admin: enumeration(`${onu}.18`, { 1: 'Enabled', 2: 'Disabled' }),
    }),
    index,
    words: { phases: { online: 'Online', offline: 'Offline' }, lost: [], reasons: {} },
  },
  times: { columns: table({ online: dateAndTime(`${onu}.14`) }), index },
  names: { columns: table({ description: text(`${onu}.20`) }), index },
  serials: { columns: table({ serial: onuSerial(`${onu}.2`) }), index },
  atOlt: [
    {
      columns: table({
        olt_rx: scaled(`${gpon}.1.3.3.1.1`, { by: 0.1, none: [0], min: -60, max: 20 }),
        distance: scaled(`${onu}.16`, { by: 1, none: [0], min: 1, max: 100_000 }),
      }),
      index,
    },
  ],
  atOnu: {
    columns: table({
      rx: power(`${optics}.16`),
      tx: power(`${optics}.17`),
      temp: scaled(`${optics}.18`, { by: 1 / 256, none: [0], min: -60, max: 150 }),
    }),
    index: ofPon,
  },
  vendors: [
    { columns: table({ model: text(`${device}.10`), hardware: text(`${device}.3`) }), index: ofDevice },
  ],
}

export const olt: Olt = {
  places,
  trees: [[tree]],
  ifIndexOf: async (_session, place) => {
    const ifIndex = byIfIndexOfOnu.encode(place)
    return ifIndex === null ? null : Number(ifIndex)
  },
}
