import { integer, map } from '@linecard/driver-kit'

/** calixProducts. */
export const calix = '1.3.6.1.4.1.6321.1.2'
/** E7, E5-400 and E5-312 with EXA. */
export const e7 = `${calix}.2`
/** Products with AXOS. */
export const axos = `${calix}.4`
/** Occam Networks: B6 and BLC. */
export const occam = '1.3.6.1.4.1.6066'

/** Power in tenths of µW as dBm. 0 is "no light". */
export const milliwatts = (oid: string) =>
  map(integer(oid), raw => (raw > 0 ? Math.round(10 * Math.log10(raw / 10_000) * 100) / 100 : null))

/** Microamperes as mA. 0: the laser is off or absent. */
export const microamperes = (oid: string) => map(integer(oid), raw => (raw > 0 ? raw / 1000 : null))

/** Millivolts as V. 0: there is no transceiver. */
export const millivolts = (oid: string) => map(integer(oid), raw => (raw > 0 ? raw / 1000 : null))
