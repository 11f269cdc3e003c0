import { bitfield } from '@linecard/driver-kit/codecs'
import type { PlaceIndex, PortPlace } from '@linecard/driver-kit/onus'

/**
 * ifIndex of SmartAX: kind of the port, frame, slot, port. It has 32 bits without a sign. Source: ifName and
 * ifIndex of MA5603T and MA5608T.
 */
const pon = (kind: number) =>
  bitfield({ kind: { bits: 7, fixed: kind }, shelf: 6, slot: 6, port: 5, zero: { bits: 8, fixed: 0 } })

/** GPON 0/1/0 is 0xFA002000. */
export const gponPort = pon(125)
/** EPON 0/1/0 is 0xFC002000. */
export const eponPort = pon(126)
/** ethernet0/8/0 is 0x0E010000. */
export const ethernetPort = bitfield({
  kind: { bits: 7, fixed: 7 },
  shelf: 6,
  slot: 6,
  port: 7,
  zero: { bits: 6, fixed: 0 },
})

type PortIndex = typeof gponPort

/** `<ifIndex of the PON port>.<ONU>`; `tail`: what follows in some tables. ONUs count from 0. */
const onuOf = (port: PortIndex, tail: readonly number[] = []): PlaceIndex => ({
  encode: place => [port.encode(place), place.onu, ...tail].join('.'),
  decode: index => {
    const [packed, onu, ...rest] = index.split('.').map(Number)
    const at = packed === undefined || rest.join('.') !== tail.join('.') ? null : port.decode(packed)
    return at && onu !== undefined ? { ...at, onu } : null
  },
  under: place => String(port.encode(place)),
})

export const gponOnu = onuOf(gponPort)
export const eponOnu = onuOf(eponPort)
/** The counters of an EPON ONU have a 0 after it. */
export const eponOnuCounters = onuOf(eponPort, [0])

/** The port in a row index that begins with its ifIndex. */
export const portAt =
  (port: PortIndex) =>
  (index: string): PortPlace | null =>
    port.decode(Number(index.split('.')[0]))
