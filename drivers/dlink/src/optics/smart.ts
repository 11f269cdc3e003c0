import {
  dbmOfWatts, implement, integer, interfacesFor, map, refOf, rowsByIfIndex, scaled, sfpOptical, table, type Implementation,
} from '@linecard/driver-kit'
import { paramsOf } from '../params.ts'
import { onlyFields } from './ddm.ts'

/** Tenths of a microwatt as dBm; 0 is no light. */
const tenthMicrowatt = (oid: string) => map(integer(oid), raw => dbmOfWatts(raw * 1e-7))

/** dDdmIfInfoTable of DLINKSW-DDM-MIB by ifIndex: millidegrees, hundredths of a volt, milliamperes, tenths of a microwatt. */
const columnsOf = (entry: string) => table({
  temp: scaled(`${entry}.1`, { by: 0.001 }), vcc: scaled(`${entry}.7`, { by: 0.01 }), tx_bias: integer(`${entry}.13`),
  tx_power: tenthMicrowatt(`${entry}.19`), rx_power: tenthMicrowatt(`${entry}.25`),
})

/** sfp_optical of the smart series. */
export const smartOptics = (): Implementation => implement(sfpOptical, async (session, args) => {
  const columns = columnsOf(`${paramsOf(session.model).mibs}.72.1.4.1.1`)
  const rows = await rowsByIfIndex(session, columns, await interfacesFor(session, args.interface), args.interface)
  return onlyFields(rows.map(([one, row]) => Object.assign({ interface: refOf(one) }, row)), args.load_only)
})
