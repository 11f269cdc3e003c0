import {
  decimalText,
  enumeration,
  implement,
  readScalars,
  table,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import {
  darkDbm,
  dbmOfWatts,
  type InterfaceArg,
  interfacesFor,
  rowsByIfIndex,
} from '@linecard/driver-kit/builders'
import { listOf, refOf, sfpOptical } from '@linecard/driver-kit/modules'
import type { DdmTable, Params } from '../params.ts'
import { common } from '../nodes.ts'

/** swDdmStatusTable and swDdmPowerUnit of DDM-MGMT-MIB. */
const shared: DdmTable = {
  entry: common('72.2.1.1.1'),
  unit: `${common('72.1.3')}.0`,
  units: { 1: 'mW', 2: 'dBm' },
}
/** ddmStatusTable and ddmPowerUnit of the web-managed series. */
export const webDdm = (node: string): DdmTable => ({
  entry: `${node}.105.2.1.1.1`,
  unit: `${node}.105.1.1.0`,
  units: { 0: 'mW', 1: 'dBm' },
})

/**
 * Values are numbers as text, by ifIndex: °C, V, mA. The text is "-" or empty if a transceiver does not
 * measure the value. Power has the unit that the operator configures.
 */
const columnsOf = ({ entry }: DdmTable) =>
  table({
    temp: decimalText(`${entry}.2`),
    vcc: decimalText(`${entry}.3`),
    tx_bias: decimalText(`${entry}.4`),
    tx: decimalText(`${entry}.5`),
    rx: decimalText(`${entry}.6`),
  })

const round = (dbm: number | null): number | null =>
  dbm === null || dbm <= darkDbm ? null : Math.round(dbm * 100) / 100
const milliwatts = (value: number | null): number | null =>
  value === null ? null : round(dbmOfWatts(value / 1000))

/**
 * The unit is one for all powers of a device. Older firmware has no object for it: some of it gives mW, some
 * dBm. A power below zero must be in dBm, because milliwatts are never negative. Null: nothing shows the
 * unit.
 */
async function unitOf(
  session: Session,
  { unit, units }: DdmTable,
  powers: readonly (number | null)[],
): Promise<'mW' | 'dBm' | null> {
  const { unitWord } = await readScalars(session, { unitWord: enumeration(unit, units) })
  return unitWord ?? (powers.some(power => power !== null && power < 0) ? 'dBm' : null)
}

const noUnit = (): null => null
const converters = { dBm: round, mW: milliwatts } as const

async function readOptics(session: Session, from: DdmTable, wanted?: InterfaceArg) {
  const columns = columnsOf(from)
  const rows = await rowsByIfIndex(session, columns, await interfacesFor(session, wanted), wanted)
  const measured = rows.filter(([, row]) => Object.values(row).some(value => value !== null))
  if (measured.length === 0) return []
  const powersIn = (field: 'tx' | 'rx') => measured.flatMap(([, row]) => row[field] ?? [])
  const unit = await unitOf(session, from, [...powersIn('tx'), ...powersIn('rx')])
  const dbm = unit === null ? noUnit : converters[unit]
  for (const field of ['tx', 'rx'] as const) {
    const cells = powersIn(field).length
    if (unit === null && cells > 0)
      session.report({ what: columns[field].oid, reason: 'unit_unknown', cells })
  }
  return measured.map(([one, { tx, rx, ...row }]) =>
    Object.assign({ interface: refOf(one), tx_power: dbm(tx), rx_power: dbm(rx) }, row),
  )
}

/** Keeps the fields of `load_only`. The other fields are null. */
function onlyFields<R extends { interface: unknown }>(
  rows: R[],
  loadOnly: Parameters<typeof listOf>[0],
): R[] {
  const fields = listOf(loadOnly)
  if (!fields) return rows
  const kept = new Set(['interface', ...fields])
  return rows.map(
    row =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, kept.has(name) ? value : null]),
      ) as R,
  )
}

/** sfp_optical from the text tables. A port whose transceiver measures nothing has no row. */
export const ddmOptics = (): Implementation<Params> =>
  implement(sfpOptical, async (session: Session<Params>, args) => {
    const { ddm = shared } = session.model.params ?? {}
    return onlyFields(await readOptics(session, ddm, args.interface), args.load_only)
  })
