import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { refOf, sfpMedia, sfpOptical, wanted } from '../modules/index.ts'
import { integer, readTable, table, text } from '../table/index.ts'
import { interfacesFor } from './interfaces.ts'
import { darkDbm } from './optical-power.ts'
import type { RadlanOptions } from './radlan.ts'
import { dbmOfWatts } from './sensors.ts'

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
 * Tests of RADLAN-PHY-MIB that measure a transceiver: the field, its lane, its unit if the agent gives none.
 */
const tests: Readonly<Record<number, readonly [field: Field, lane: number, unit: number | null]>> = {
  5: ['temp', 0, 7],
  6: ['vcc', 0, 8],
  7: ['tx_bias', 1, 10],
  8: ['tx_power', 1, 17],
  9: ['rx_power', 1, 17],
  // Lanes of QSFP. The numbers are newer than the published MIB: only their unit proves what they are.
  27: ['rx_power', 2, null],
  28: ['rx_power', 3, null],
  29: ['rx_power', 4, null],
  30: ['tx_bias', 2, null],
  31: ['tx_bias', 3, null],
  32: ['tx_bias', 4, null],
}
type Field = 'temp' | 'vcc' | 'tx_bias' | 'tx_power' | 'rx_power'

const milliwattsOf = (microwatts: number) => dbmOfWatts(microwatts / 1e6)
const dBm = (by: number) => (raw: number) => (raw / by <= darkDbm ? null : raw / by)
/** rlPhyTestGetUnits: degree 7, microVolt 8, microAmper 10, microWatt 11, dbm 15, decidbm 16, milidbm 17. */
const units: Readonly<Record<number, readonly [kind: RegExp, convert: (raw: number) => number | null]>> = {
  7: [/temp/, raw => raw],
  8: [/vcc/, raw => raw / 1e6],
  10: [/bias/, raw => raw / 1000],
  11: [/power/, milliwattsOf],
  15: [/power/, dBm(1)],
  16: [/power/, dBm(10)],
  17: [/power/, dBm(1000)],
}

interface Measured {
  field: Field
  lane: number
  value: number | null
}

/** The value of one test; null for a test that is not one of a transceiver, or whose unit does not fit. */
function measuredOf(test: number, raw: number, given: number | null): Measured | null {
  const known = tests[test]
  const unit = given ?? known?.[2] ?? null
  const [kind, convert] = unit === null ? [] : (units[unit] ?? [])
  if (!known || !kind || !convert || !kind.test(known[0])) return null
  return { field: known[0], lane: known[1], value: convert(raw) }
}

/** rlPhyTestGetResult and rlPhyTestGetUnits of rlPhyTestGetTable. Index: ifIndex, test. */
const results = (node: string) =>
  table({ raw: integer(`${node}.90.1.2.1.3`), unit: integer(`${node}.90.1.2.1.4`) })

async function readMeasured(session: Session, node: string): Promise<Map<number, Measured[]>> {
  const found = new Map<number, Measured[]>()
  for (const [index, { raw, unit }] of await readTable(session, results(node))) {
    const [ifIndex, test] = index.split('.').map(Number) as [number, number]
    const one = raw === null ? null : measuredOf(test, raw, unit)
    if (one) found.set(ifIndex, [...(found.get(ifIndex) ?? []), one])
  }
  return found
}

/** The lowest power and the highest current of the lanes known. */
function valueOf(measured: readonly Measured[], field: Field): number | null {
  const known = measured.flatMap(one => (one.field === field && one.value !== null ? [one.value] : []))
  if (known.length === 0) return null
  return field.endsWith('_power') ? Math.min(...known) : Math.max(...known)
}

function lanesOf(measured: readonly Measured[]) {
  const at = (lane: number, field: Field) =>
    measured.find(one => one.lane === lane && one.field === field)?.value ?? null
  const lanes = [...new Set(measured.flatMap(({ lane }) => (lane > 0 ? lane : [])))].toSorted((a, b) => a - b)
  return lanes.length < 2
    ? {}
    : {
        lanes: lanes.map(lane => ({
          lane,
          tx_bias: at(lane, 'tx_bias'),
          tx_power: at(lane, 'tx_power'),
          rx_power: at(lane, 'rx_power'),
        })),
      }
}

/**
 * sfp_optical of RADLAN's agents, in the units that the agent gives. The table also has the results of cable
 * tests: a port without supply voltage has no transceiver that measures.
 */
export const radlanOptics = ({ node }: RadlanOptions): Implementation =>
  implement(sfpOptical, async (session, { interface: one, load_only }) => {
    const found = await readMeasured(session, node)
    return (await interfacesFor(session, one)).flatMap(port => {
      const measured = (port.if_index === null ? undefined : found.get(port.if_index)) ?? []
      const of = (field: Field) => (wanted(load_only, field) ? valueOf(measured, field) : null)
      return valueOf(measured, 'vcc')
        ? [
            {
              interface: refOf(port),
              temp: of('temp'),
              vcc: of('vcc'),
              tx_bias: of('tx_bias'),
              tx_power: of('tx_power'),
              rx_power: of('rx_power'),
              ...(load_only === undefined ? lanesOf(measured) : {}),
            },
          ]
        : []
    })
  })
