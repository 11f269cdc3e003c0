import { implement, map, parseDecimal, text, type Implementation } from '@linecard/driver-kit'
import { mediaTable } from '@linecard/driver-kit/builders'
import { sfpDiag, sfpOptical } from '@linecard/driver-kit/modules'

/** Wavelengths are decimal numbers in nm. Some firmware writes them in hexadecimal. */
const wavelengthOf = (cell: string): number | null => {
  const value = /^[\da-f]*[a-f][\da-f]*$/i.test(cell) ? parseInt(cell, 16) : parseDecimal(cell)
  return value !== null && value >= 600 && value <= 1700 ? value : null
}

/** sfp_media of the web-managed series from sfpVendorInfoTable. Index: ifIndex. */
export const webManagedMedia = (node: string): Implementation => {
  const entry = `${node}.104.1.1`
  return mediaTable({
    connector_type: map(text(`${entry}.2`), cell => cell.replace(/^SFP\s*-\s*/, '') || null),
    fiber_type: text(`${entry}.3`),
    vendor_name: text(`${entry}.5`),
    part_number: text(`${entry}.7`),
    _wave_length: map(text(`${entry}.9`), wavelengthOf),
    serial_num: text(`${entry}.10`),
  })
}

/** sfp_diag of series that measure transceivers but do not identify them. */
export const opticsAlone = (): Implementation =>
  implement(sfpDiag, async (session, args) =>
    (await session.call(sfpOptical, args)).map(
      ({ interface: one, temp, vcc, tx_bias, tx_power, rx_power }) => ({
        interface: one,
        media: null,
        optical: { temp, vcc, tx_bias, tx_power, rx_power },
      }),
    ),
  )
