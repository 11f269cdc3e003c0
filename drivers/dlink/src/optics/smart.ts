import { integer, map, scaled, type Implementation } from '@linecard/driver-kit'
import { dbmOfWatts, opticalTable } from '@linecard/driver-kit/builders'

/** Converts units of 0.1 µW to dBm. 0 means no light. */
const tenthMicrowatt = (oid: string) => map(integer(oid), raw => dbmOfWatts(raw * 1e-7))

/**
 * sfp_optical from dDdmIfInfoTable of DLINKSW-DDM-MIB. Index: ifIndex. Units: 0.001 °C, 0.01 V, mA, 0.1 µW.
 */
export const smartOptics = (mibs: string): Implementation => {
  const entry = `${mibs}.72.1.4.1.1`
  return opticalTable({
    temp: scaled(`${entry}.1`, { by: 0.001 }),
    vcc: scaled(`${entry}.7`, { by: 0.01 }),
    tx_bias: integer(`${entry}.13`),
    tx_power: tenthMicrowatt(`${entry}.19`),
    rx_power: tenthMicrowatt(`${entry}.25`),
  })
}
