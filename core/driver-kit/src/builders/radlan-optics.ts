import { implement, type Implementation } from '../contract/implementation.ts'
import { refOf, sfpMedia, sfpOptical, wanted } from '../modules/index.ts'
import { integer, readTable, table, text } from '../table/index.ts'
import { interfacesFor } from './interfaces.ts'
import { darkDbm } from './optical-power.ts'
import type { RadlanOptions } from './radlan.ts'

/**
 * sfp_media of newer agents: the inventory below node 217, columns version, product, name, description,
 * serial number. Index: 0 and unit, or 1 and ifIndex of a transceiver.
 */
export const radlanMedia = ({ node }: RadlanOptions): Implementation =>
  implement(sfpMedia, async (session, { interface: one }) => {
    const entry = `${node}.217.1`
    const rows = await readTable(
      session,
      table({
        part_number: text(`${entry}.4.1`),
        _model: text(`${entry}.6.1`),
        serial_num: text(`${entry}.7.1`),
      }),
    )
    return (await interfacesFor(session, one)).flatMap(port => {
      const row = rows.get(String(port.if_index))
      return row?.serial_num || row?.part_number
        ? [{ interface: refOf(port), vendor_name: null, connector_type: null, ...row }]
        : []
    })
  })

/**
 * rlPhyTestGetResult of RADLAN-PHY-MIB: by ifIndex and test. 5 °C, 6 µV, 7 µA, 8 sent and 9 received power in
 * 0.001 dBm.
 */
const tests = { 5: 'temp', 6: 'vcc', 7: 'tx_bias', 8: 'tx_power', 9: 'rx_power' } as const
const divisors = { temp: 1, vcc: 1e6, tx_bias: 1000, tx_power: 1000, rx_power: 1000 } as const
type Field = keyof typeof divisors

const valueOf = (field: Field, raw: number): number | null => {
  const value = raw / divisors[field]
  return field.endsWith('_power') && value <= darkDbm ? null : value
}

/**
 * sfp_optical of RADLAN's agents. The table also has the results of cable tests: a port without supply
 * voltage has no transceiver that measures.
 */
export const radlanOptics = ({ node }: RadlanOptions): Implementation =>
  implement(sfpOptical, async (session, { interface: one, load_only }) => {
    const found = new Map<number, Partial<Record<Field, number | null>>>()
    for (const [index, { raw }] of await readTable(session, table({ raw: integer(`${node}.90.1.2.1.3`) }))) {
      const [ifIndex, test] = index.split('.').map(Number) as [number, number]
      const field = tests[test as keyof typeof tests]
      if (field && raw !== null) found.set(ifIndex, { ...found.get(ifIndex), [field]: valueOf(field, raw) })
    }
    return (await interfacesFor(session, one)).flatMap(port => {
      const row = port.if_index === null ? undefined : found.get(port.if_index)
      const of = (field: Field) => (wanted(load_only, field) ? (row?.[field] ?? null) : null)
      return row?.vcc
        ? [
            {
              interface: refOf(port),
              temp: of('temp'),
              vcc: of('vcc'),
              tx_bias: of('tx_bias'),
              tx_power: of('tx_power'),
              rx_power: of('rx_power'),
            },
          ]
        : []
    })
  })
