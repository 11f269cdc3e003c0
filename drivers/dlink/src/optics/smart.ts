import { integer, map, scaled, type Implementation } from '@linecard/driver-kit'
import { dbmOfWatts, opticalTable } from '@linecard/driver-kit/builders'

/** Tenths of a microwatt as dBm; 0 is no light. */
const tenthMicrowatt = (oid: string) => map(integer(oid), raw => dbmOfWatts(raw * 1e-7))

/**
 * sfp_optical from dDdmIfInfoTable of DLINKSW-DDM-MIB by ifIndex: millidegrees, hundredths of a volt,
 * milliamperes, tenths of a microwatt.
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
