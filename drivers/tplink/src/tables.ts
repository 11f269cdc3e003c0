import { decimalText, integer, map, table, text } from '@linecard/driver-kit'
import { dbmOfWatts } from '@linecard/driver-kit/builders'

export const own = '1.3.6.1.4.1.11863.6'
const [vlan, port, ddm] = [`${own}.14.1.2.1.1`, `${own}.14.1.1.1.1`, `${own}.96.1.7.1.1`]

/** ifIndex of a JetStream port minus its number on the panel. */
export const firstPort = 49_152

/** TPLINK-DOT1Q-VLAN-MIB vlanConfigTable: ports as text, `1/0/1-4,1/0/7`. Index: VLAN id. */
export const ownVlans = table({
  name: text(`${vlan}.2`),
  tagged: text(`${vlan}.3`),
  untagged: text(`${vlan}.4`),
})
/** vlanPortConfigTable by ifIndex. The PVID is in column 3, in newer firmware (2024) in column 2. */
export const ownPvids = table({
  name: text(`${port}.1`),
  second: integer(`${port}.2`),
  third: integer(`${port}.3`),
})

const milliwatts = (oid: string) => map(decimalText(oid), cell => dbmOfWatts(cell / 1000))
/** TPLINK-DDMSTATUS-MIB by ifIndex: texts in °C, V, mA and mW. `N/A` for an empty cage. */
export const optics = {
  temp: decimalText(`${ddm}.2`),
  vcc: decimalText(`${ddm}.3`),
  tx_bias: decimalText(`${ddm}.4`),
  tx_power: milliwatts(`${ddm}.5`),
  rx_power: milliwatts(`${ddm}.6`),
}

const neighbour = `${own}.35.1.2.2.1`
/**
 * TPLINK-LLDPINFO-MIB lldpNeighborInfoTable. All columns are texts for display; the first is the
 * local port (`1/0/15`). Index: ifIndex, neighbour.
 */
export const neighbours = table({
  local: text(`${neighbour}.1`),
  chassis: text(`${neighbour}.4`),
  port: text(`${neighbour}.6`),
  portDescr: text(`${neighbour}.8`),
  name: text(`${neighbour}.9`),
  descr: text(`${neighbour}.10`),
  address: map(
    text(`${neighbour}.13`),
    cell => cell.replace(/^::(?=\d+\.)/, '').replace(/^(?:::|0\.0\.0\.0)$/, '') || null,
  ),
})
