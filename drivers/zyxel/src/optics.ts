import { implement, integer, readTable, table, type Implementation, type Session } from '@linecard/driver-kit'
import { byIfIndex, darkDbm, interfacesFor } from '@linecard/driver-kit/builders'
import { refOf, sfpOptical, wanted } from '@linecard/driver-kit/modules'

export type Field = 'temp' | 'vcc' | 'tx_bias' | 'tx_power' | 'rx_power'
type Kinds = Readonly<Record<number, Field>>

/** Kinds of measurement of ZYXEL-TRANSCEIVER-MIB. */
export const kinds: Kinds = { 1: 'temp', 2: 'vcc', 3: 'tx_bias', 4: 'tx_power', 5: 'rx_power' }
/** Of the older switches (transceiverDdmInfoTable) only these two numbers are known. */
export const olderKinds: Kinds = { 1: 'temp', 2: 'vcc' }

/** A power of exactly 0 means "not measured". */
const valueOf = (field: Field, raw: number): number | null =>
  field.endsWith('_power') && (raw === 0 || raw / 100 <= darkDbm) ? null : raw / 100

/**
 * sfp_optical from a column of current values, all in hundredths: °C, V, mA, dBm. Index: port as ifIndex,
 * kind of measurement. A port without supply voltage has no transceiver with measurements.
 */
export const optics = (columnOf: (session: Session) => Promise<string>, known: Kinds): Implementation =>
  implement(sfpOptical, async (session, args) => {
    const found = new Map<number, Partial<Record<Field, number | null>>>()
    const current = table({ raw: integer(await columnOf(session)) })
    for (const [index, { raw }] of await readTable(session, current)) {
      const [port, kind] = index.split('.').map(Number) as [number, number]
      const field = known[kind]
      if (field && raw !== null) found.set(port, { ...found.get(port), [field]: valueOf(field, raw) })
    }
    return [...byIfIndex(await interfacesFor(session, args.interface))].flatMap(([ifIndex, one]) => {
      const row = found.get(ifIndex)
      const of = (field: Field) => (wanted(args.load_only, field) ? (row?.[field] ?? null) : null)
      return row?.vcc
        ? [
            {
              interface: refOf(one),
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
