import {
  implement,
  parseDecimal,
  readTable,
  type Implementation,
  type ResultOf,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import { darkDbm, dbmOfWatts, interfacesFor, readEntities } from '@linecard/driver-kit/builders'
import { refOf, sfpMedia, sfpOptical, wanted } from '@linecard/driver-kit/modules'
import { media, optics } from './tables.ts'

type Optical = ResultOf<typeof sfpOptical>[number]
const fields = ['temp', 'vcc', 'tx_bias', 'tx_power', 'rx_power'] as const

/**
 * Newer firmware gives 0.01 dBm, older firmware µW. A negative number in the power or its limits, or text
 * columns of lanes, can only be dBm.
 */
export const isHundredths = ({
  rx,
  tx,
  rxLow,
  txLow,
  rxLanes,
}: Pick<RowOf<typeof optics>, 'rx' | 'tx' | 'rxLow' | 'txLow' | 'rxLanes'>): boolean =>
  rxLanes !== null || [rx, tx, rxLow, txLow].some(raw => raw !== null && raw < -1)

const lit = (dbm: number | null): number | null => (dbm === null || dbm <= darkDbm ? null : dbm)
const powerOf = (raw: number | null, hundredths: boolean): number | null =>
  raw === null ? null : lit(hundredths ? raw / 100 : dbmOfWatts(raw * 1e-6))

/** Lanes are text with commas between the values, in mA and dBm. */
function lanesOf({ biasLanes, rxLanes, txLanes }: RowOf<typeof optics>): Optical['lanes'] {
  const [bias, rx, tx] = [biasLanes, rxLanes, txLanes].map(
    cell => cell?.split(',').map(one => parseDecimal(one)) ?? [],
  )
  const count = Math.max(bias!.length, rx!.length, tx!.length)
  return count < 2
    ? undefined
    : Array.from({ length: count }, (_, lane) => ({
        lane: lane + 1,
        tx_bias: bias![lane] ?? null,
        tx_power: lit(tx![lane] ?? null),
        rx_power: lit(rx![lane] ?? null),
      }))
}

/** Rows of a table with ENTITY-MIB numbers, with the ports that they belong to. Only the requested port. */
async function* inPorts<R>(session: Session, rows: ReadonlyMap<string, R>, only?: string | number) {
  if (rows.size === 0) return
  const chosen = new Set((await interfacesFor(session, only)).map(({ id }) => id))
  const entities = await readEntities(session)
  for (const [index, row] of rows) {
    const one = entities.portOf(Number(index))
    if (one && chosen.has(one.id)) yield [refOf(one), row] as const
  }
}

/** sfp_optical from hwOpticalModuleInfoTable. A module without measurements has no row. */
export const opticalLevels = (): Implementation =>
  implement(sfpOptical, async (session, args) => {
    const found: Optical[] = []
    for await (const [ref, row] of inPorts(session, await readTable(session, optics), args.interface)) {
      const hundredths = isHundredths(row)
      const lanes = lanesOf(row)
      const worst = (field: 'tx_power' | 'rx_power', whole: number | null) => {
        const known = lanes?.flatMap(lane => lane[field] ?? []) ?? []
        return known.length === 0 ? powerOf(whole, hundredths) : Math.min(...known)
      }
      const biases = lanes?.flatMap(lane => lane.tx_bias ?? []) ?? []
      const all = {
        temp: row.temp,
        vcc: row.vcc,
        tx_bias: biases.length === 0 ? row.tx_bias : Math.max(...biases),
        tx_power: worst('tx_power', row.tx),
        rx_power: worst('rx_power', row.rx),
      }
      // Empty cages and copper ports also have rows, with −255 °C, some with 0 °C.
      if (fields.every(field => field === 'temp' || all[field] === null)) continue
      for (const field of fields) if (!wanted(args.load_only, field)) all[field] = null
      found.push({ interface: ref, ...all, ...(lanes ? { lanes } : {}) })
    }
    return found
  })

/** sfp_media from the same table. The row of an empty cage has no serial number and no maker. */
export const opticalModules = (): Implementation =>
  implement(sfpMedia, async (session, args) => {
    const found: ResultOf<typeof sfpMedia> = []
    for await (const [ref, { fiber, ...row }] of inPorts(
      session,
      await readTable(session, media),
      args.interface,
    )) {
      if (row.serial_num === null && row.vendor_name === null) continue
      found.push({ interface: ref, ...row, fiber_type: fiber === 'unknown' ? null : fiber })
    }
    return found
  })
