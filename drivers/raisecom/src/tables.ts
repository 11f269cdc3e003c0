import {
  implement,
  integer,
  map,
  readScalars,
  readTable,
  table,
  text,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { mediaTable, opticalKinds, percent, temperatureTable } from '@linecard/driver-kit/builders'
import { sysResources, wanted } from '@linecard/driver-kit/modules'

export const raisecom = '1.3.6.1.4.1.8886'

export interface ResourceNodes {
  /**
   * Entry of raisecomCPUUtilizationTable: load in column 3, percent. Index: period (1: 1 s, 2: 5 s, 3: 1
   * min, 4: 10 min, 5: 2 h); newer software adds 0.
   */
  load: string
  /**
   * Scalars. `unit` is the size of one unit in octets. Without `unit` the series differ, so the answer has
   * only the ratio.
   */
  memory: { total: string; free: string; unit?: number }
}

async function readCpu(session: Session, entry: string) {
  const loads = new Map(
    [...(await readTable(session, table({ load: integer(`${entry}.3`) })))].map(([index, { load }]) => [
      index.split('.')[0],
      load,
    ]),
  )
  const [sec5, min1] = [loads.get('2') ?? null, loads.get('3') ?? null]
  const util = min1 ?? sec5 ?? loads.get('1') ?? null
  return util === null ? null : { util, _util5sec: sec5, _util1min: min1, _cpu_count: null }
}

async function readMemory(session: Session, { total, free, unit }: ResourceNodes['memory']) {
  const row = await readScalars(session, { total: integer(total), free: integer(free) })
  if (!row.total || row.free === null || row.free > row.total) return null
  const octets = (count: number) => (unit === undefined ? null : count * unit)
  return {
    util: percent(row.total - row.free, row.total),
    _total: octets(row.total),
    _used: octets(row.total - row.free),
    _free: octets(row.free),
  }
}

/** sys_resources: processor and main memory. */
export const resources = ({ load, memory }: ResourceNodes): Implementation =>
  implement(sysResources, async (session, { load_only }) => ({
    cpu: wanted(load_only, 'cpu') ? await readCpu(session, load) : null,
    memory: wanted(load_only, 'memory') ? await readMemory(session, memory) : null,
    disk: null,
    interfaces: null,
    cards: null,
    fans: null,
  }))

/** raisecomTemperatureValue, °C. */
export const temperature = (): Implementation =>
  temperatureTable({ value: integer(`${raisecom}.1.1.4.2.1`) }, () => 'System')

/**
 * sfp_optical from the table of measurements, column 2, by ifIndex and kind, in thousandths of °C, mA, dBm
 * and V. 0 means "no value".
 */
export const optics = (entry: string): Implementation => {
  const scale = { by: 0.001, none: [0] }
  return opticalKinds({
    oid: `${entry}.2`,
    kinds: { temp: 1, tx_bias: 2, tx_power: 3, rx_power: 4, vcc: 5 },
    scales: { temp: scale, tx_bias: scale, tx_power: scale, rx_power: scale, vcc: scale },
  })
}

/** A value that is not in this list is unknown. */
const connectors: Readonly<Record<number, string>> = {
  2: 'SC',
  3: 'DB9',
  4: 'HSSDC',
  5: 'BNC/TNC',
  6: 'Coaxial',
  7: 'FibreJack',
  8: 'LC',
  9: 'Copper',
  10: 'MU',
  11: 'SG',
  12: 'Optical pigtail',
  13: 'MPO',
  21: 'HSSDC II',
  22: 'Copper',
  23: 'Copper',
}
const fibres: Readonly<Record<number, string>> = {
  1: 'single mode',
  2: 'multimode E50',
  3: 'multimode 50 um',
  4: 'multimode 62.5 um',
  5: 'copper',
  6: 'single mode',
  7: 'multimode OM3',
}

/** sfp_media, by ifIndex. */
export const transceivers = (entry: string): Implementation =>
  mediaTable({
    connector_type: map(integer(`${entry}.2`), code => connectors[code] ?? null),
    fiber_type: map(integer(`${entry}.6`), code => fibres[code] ?? null),
    vendor_name: text(`${entry}.3`),
    part_number: text(`${entry}.4`),
    serial_num: text(`${entry}.5`),
    _wave_length: integer(`${entry}.16`, { none: [0] }),
  })
