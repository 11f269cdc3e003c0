import {
  implement, interfacesFor, map, parseDecimal, refOf, rowsByIfIndex, sfpDiag, sfpMedia, sfpOptical, table, text, type Implementation,
} from '@linecard/driver-kit'
import { paramsOf } from '../params.ts'

/** sfpVendorInfoTable of the web-managed series, by ifIndex. */
const columnsOf = (entry: string) => table({
  connector_type: map(text(`${entry}.2`), said => said.replace(/^SFP\s*-\s*/, '') || null),
  fiber_type: text(`${entry}.3`), vendor_name: text(`${entry}.5`), part_number: text(`${entry}.7`),
  wavelength: text(`${entry}.9`), serial_num: text(`${entry}.10`),
})

/** Wavelengths are decimal, nm; some firmware writes them in hexadecimal. */
const wavelengthOf = (said: string | null): number | null => {
  if (said === null) return null
  const value = /^[\da-f]*[a-f][\da-f]*$/i.test(said) ? parseInt(said, 16) : parseDecimal(said)
  return value !== null && value >= 600 && value <= 1700 ? value : null
}

/** sfp_media of the web-managed series. A row without a single text is an empty slot. */
export const webManagedMedia = (): Implementation => implement(sfpMedia, async (session, args) => {
  const { sfp } = paramsOf(session.model)
  if (!sfp) return []
  const rows = await rowsByIfIndex(session, columnsOf(sfp), await interfacesFor(session, args.interface), args.interface)
  return rows.filter(([, row]) => Object.values(row).some(value => value !== null))
    .map(([one, { wavelength, ...row }]) => Object.assign({ interface: refOf(one), _wave_length: wavelengthOf(wavelength) }, row))
})

/** sfp_diag of series that measure transceivers and do not say which they are. */
export const opticsAlone = (): Implementation => implement(sfpDiag, async (session, args) =>
  (await session.call(sfpOptical, args)).map(({ interface: one, temp, vcc, tx_bias, tx_power, rx_power }) =>
    ({ interface: one, media: null, optical: { temp, vcc, tx_bias, tx_power, rx_power } })))
