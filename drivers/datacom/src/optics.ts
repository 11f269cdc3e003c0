import { decimalText, implement, readTable, table } from '@linecard/driver-kit'
import { byIfIndex, interfacesFor } from '@linecard/driver-kit/builders'
import { refOf, sfpOptical } from '@linecard/driver-kit/modules'
import { dmSwitch } from './nodes.ts'

const entry = `${dmSwitch}.28.1.1`
const power = { min: -60, max: 20 }
/** Texts with their unit: `45C`, `3.2V`, `-9.7dBm`, `41.4mA`. */
const rows = table({
  temp: decimalText(`${entry}.2`),
  vcc: decimalText(`${entry}.3`),
  rx_power: decimalText(`${entry}.4`, power),
  tx_power: decimalText(`${entry}.5`, power),
  tx_bias: decimalText(`${entry}.6`),
})

/** sfp_optical of dmSwitch, by ifIndex. */
export const switchOptics = implement(sfpOptical, async (session, args) => {
  const found = await readTable(session, rows)
  return [...byIfIndex(await interfacesFor(session, args.interface))].flatMap(([ifIndex, one]) => {
    const row = found.get(String(ifIndex))
    return row ? [{ interface: refOf(one), ...row }] : []
  })
})
