import {
  implement,
  integer,
  map,
  readTable,
  scaled,
  table,
  text,
  type Implementation,
  type ResultOf,
} from '@linecard/driver-kit'
import { darkDbm, dbmOfWatts, mediaTable, opticalTable } from '@linecard/driver-kit/builders'
import { sfpOptical } from '@linecard/driver-kit/modules'

/**
 * Tables of TIMETRA-PORT-MIB. The index of each is the chassis (1 here), then the port. The number of the
 * port is its ifIndex.
 */
const ports = '1.3.6.1.4.1.6527.3.1.2.2.4'
/** Unit: 0.1 µW, as in SFF-8472. Without light the agent answers the smallest value that it can write. */
const power = (oid: string) =>
  map(scaled(oid, { by: 1e-7, decimals: 7 }), watts => {
    const dbm = dbmOfWatts(watts)
    return dbm === null || dbm <= darkDbm ? null : dbm
  })

/** tmnxDigitalDiagMonitorTable: modules with one lane. */
const monitor = (column: number): string => `${ports}.31.1.${column}.1`
const modules = opticalTable({
  temp: scaled(monitor(1), { by: 1 / 256, decimals: 2 }),
  vcc: scaled(monitor(6), { by: 0.0001 }),
  tx_bias: scaled(monitor(11), { by: 0.002 }),
  tx_power: power(monitor(16)),
  rx_power: power(monitor(21)),
})

/**
 * tmnxDDMLaneTable: modules with several lanes; their row in tmnxDigitalDiagMonitorTable has zeros. Index:
 * port, lane.
 */
const laneOid = (column: number): string => `${ports}.66.1.${column}.1`
const lanes = table({
  tx_bias: scaled(laneOid(7), { by: 0.002 }),
  tx_power: power(laneOid(12)),
  rx_power: power(laneOid(17)),
})

type Row = ResultOf<typeof sfpOptical>[number]
type Lane = NonNullable<Row['lanes']>[number]
const least = (values: readonly (number | null)[]): number | null =>
  values.reduce((low, value) => (value === null || (low !== null && low <= value) ? low : value), null)
const greatest = (values: readonly (number | null)[]): number | null =>
  values.reduce((high, value) => (value === null || (high !== null && high >= value) ? high : value), null)

/** The values of a module are the lowest power and the highest current of its lanes. */
const withLanes = (row: Row, measured: readonly Lane[]): Row =>
  measured.length === 0
    ? row
    : {
        ...row,
        tx_bias: greatest(measured.map(one => one.tx_bias)),
        tx_power: least(measured.map(one => one.tx_power)),
        rx_power: least(measured.map(one => one.rx_power)),
        ...(measured.length > 1 ? { lanes: [...measured] } : {}),
      }

/**
 * `sfp_optical`: modules with one lane come from their own row, modules with several lanes from the rows of
 * the lanes.
 */
export const timosOptics = (): Implementation =>
  implement(sfpOptical, async (session, args) => {
    const rows = (await modules.run(session, args)) as Row[]
    // `load_only` is for fast polling, so the driver reads only the modules' own rows and not the lanes.
    if (args.load_only !== undefined || rows.length === 0) return rows
    const cells = [...(await readTable(session, lanes))]
      .map(([index, row]) => {
        const [port, number] = index.split('.').map(Number) as [number, number]
        return { port, lane: number, ...row }
      })
      .filter(({ tx_bias, tx_power, rx_power }) => tx_bias || tx_power !== null || rx_power !== null)
    const byPort = Map.groupBy(cells, ({ port }) => port)
    return rows.map(row =>
      withLanes(
        row,
        (byPort.get(row.interface.if_index ?? -1) ?? []).map(({ lane, tx_bias, tx_power, rx_power }) => ({
          lane,
          tx_bias,
          tx_power,
          rx_power,
        })),
      ),
    )
  })

/** tmnxPortTable: vendor data of the transceiver (SFF-8472). */
const port = (column: number): string => `${ports}.2.1.${column}.1`
/**
 * `sfp_media`: tmnxPortSFFModelNumber, -VendorSerialNumber, -VendorPartNumber,
 * tmnxPortTransceiverLaserWaveLen.
 */
export const timosMedia = (): Implementation =>
  mediaTable({
    _model: text(port(29)),
    serial_num: text(port(45)),
    part_number: text(port(46)),
    _wave_length: integer(port(27), { none: [0] }),
  })
