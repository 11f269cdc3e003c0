import { implement, type Implementation } from '../contract/implementation.ts'
import { refOf, sfpOptical, wanted } from '../modules/index.ts'
import { integer, readTable, scaling, table, type Scale } from '../table/index.ts'
import { interfacesFor } from './interfaces.ts'
import { darkDbm } from './optical-power.ts'

const fields = ['temp', 'vcc', 'tx_bias', 'tx_power', 'rx_power'] as const
type Field = (typeof fields)[number]

/** A vendor's table with one row for each measurement of a transceiver. */
export interface OpticalKinds {
  /** The one column of all measurements. Index: ifIndex, the kind of measurement, and other parts. */
  oid: string
  /** Number of each kind in the index. */
  kinds: Readonly<Record<Field, number>>
  /** From the raw number to the unit of `sfp_optical`. */
  scales: Readonly<Record<Field, Scale>>
}

/**
 * sfp_optical from a table with one row a measurement; of several lanes the first. A port whose transceiver
 * measures nothing has no row.
 */
export const opticalKinds = ({ oid, kinds, scales }: OpticalKinds): Implementation =>
  implement(sfpOptical, async (session, { interface: one, load_only }) => {
    const ports = await interfacesFor(session, one)
    const rows = await readTable(
      session,
      table({ raw: integer(oid) }),
      one === undefined ? {} : { under: String(ports[0]!.if_index) },
    )
    const cells = new Map<string, number>()
    for (const [index, { raw }] of rows) {
      const cell = index.split('.', 2).join('.')
      if (raw !== null && !cells.has(cell)) cells.set(cell, raw)
    }
    const valueOf = (ifIndex: number | null, field: Field): number | null => {
      const raw = cells.get(`${ifIndex}.${kinds[field]}`)
      const value = raw === undefined ? null : scaling(scales[field])(raw)
      return value === null || (field.endsWith('_power') && value <= darkDbm) ? null : value
    }
    return ports.flatMap(port => {
      const row = Object.fromEntries(fields.map(field => [field, valueOf(port.if_index, field)])) as Record<
        Field,
        number | null
      >
      if (fields.every(field => row[field] === null)) return []
      for (const field of fields) if (!wanted(load_only, field)) row[field] = null
      return [{ interface: refOf(port), ...row }]
    })
  })
