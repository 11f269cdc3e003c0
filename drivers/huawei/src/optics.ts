import {
  implement,
  parseDecimal,
  readTable,
  type Implementation,
  type ResultOf,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import { darkDbm, interfacesFor, readEntities } from '@linecard/driver-kit/builders'
import { refOf, sfpMedia, sfpOptical, wanted } from '@linecard/driver-kit/modules'
import { decidePowers, type Powers, type Reading } from './optical-units.ts'
import { media, optics } from './tables.ts'

type Optical = ResultOf<typeof sfpOptical>[number]
type Row = RowOf<typeof optics>
const fields = ['temp', 'vcc', 'tx_bias', 'tx_power', 'rx_power'] as const

const lit = (dbm: number | null | undefined): number | null =>
  dbm == null || dbm <= darkDbm ? null : Math.round(dbm * 100) / 100

/** Lanes of bias are text with commas between the values, in mA. */
function lanesOf({ biasLanes }: Row, rx: Powers, tx: Powers): Optical['lanes'] {
  const bias = biasLanes?.split(',').map(one => parseDecimal(one)) ?? []
  const count = Math.max(bias.length, rx.lanes.length, tx.lanes.length)
  return count < 2
    ? undefined
    : Array.from({ length: count }, (_, lane) => ({
        lane: lane + 1,
        tx_bias: bias[lane] ?? null,
        tx_power: lit(tx.lanes[lane]),
        rx_power: lit(rx.lanes[lane]),
      }))
}

/** Rows of a table with ENTITY-MIB numbers, with the ports that they belong to. Only the requested port. */
async function* inPorts<R>(session: Session, rows: ReadonlyMap<string, R>, only?: string | number) {
  if (rows.size === 0) return
  const chosen = new Set((await interfacesFor(session, only)).map(({ id }) => id))
  const entities = await readEntities(session)
  for (const [index, row] of rows) {
    const one = entities.portOf(Number(index))
    if (one && chosen.has(one.id)) yield [refOf(one), row, index] as const
  }
}

/** The row of one module. The power of a module with several lanes is that of its worst lane. */
function rowOf(row: Row, rx: Powers, tx: Powers): Omit<Optical, 'interface'> {
  const lanes = lanesOf(row, rx, tx)
  const worst = (field: 'tx_power' | 'rx_power', whole: number | null) => {
    const known = lanes?.flatMap(lane => lane[field] ?? []) ?? []
    return known.length === 0 ? lit(whole) : Math.min(...known)
  }
  const biases = lanes?.flatMap(lane => lane.tx_bias ?? []) ?? []
  return {
    temp: row.temp,
    vcc: row.vcc,
    tx_bias: biases.length === 0 ? row.tx_bias : Math.max(...biases),
    tx_power: worst('tx_power', tx.whole),
    rx_power: worst('rx_power', rx.whole),
    ...(lanes ? { lanes } : {}),
  }
}

/**
 * Says which powers have no unit. Empty cages have none either, with 0 in every column: nobody misses them.
 */
function reportUnknown(session: Session, column: string, powers: readonly Powers[]): void {
  const cells = powers.filter(({ unknown }) => unknown).length
  if (cells > 0) session.report({ what: column, reason: 'unit_unknown', cells })
}

/** sfp_optical from hwOpticalModuleInfoTable. A module without measurements has no row. */
export const opticalLevels = (): Implementation =>
  implement(sfpOptical, async (session, args) => {
    // The whole table also for one port: other modules may show the unit of the agent.
    const rows = await readTable(session, optics)
    const powersIn = (reading: (row: Row) => Reading) =>
      decidePowers(new Map([...rows].map(([index, row]) => [index, reading(row)])))
    const rx = powersIn(row => ({ raw: row.rx, lanes: row.rxLanes }))
    const tx = powersIn(row => ({ raw: row.tx, lanes: row.txLanes }))
    const found: Optical[] = []
    const shown: string[] = []
    for await (const [ref, row, index] of inPorts(session, rows, args.interface)) {
      const all = rowOf(row, rx.get(index)!, tx.get(index)!)
      const measured = all.vcc !== null || all.tx_bias !== null || row.rx || row.tx
      // Empty cages and copper ports also have rows, with −255 °C, some with 0 °C.
      if (!measured) continue
      shown.push(index)
      for (const field of fields) if (!wanted(args.load_only, field)) all[field] = null
      found.push({ interface: ref, ...all })
    }
    const of = (powers: ReadonlyMap<string, Powers>) => shown.map(index => powers.get(index)!)
    if (wanted(args.load_only, 'rx_power')) reportUnknown(session, optics.rx.oid, of(rx))
    if (wanted(args.load_only, 'tx_power')) reportUnknown(session, optics.tx.oid, of(tx))
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
