import { implement, integer, readTable, table, type Implementation } from '@linecard/driver-kit'
import { byIfIndex, darkDbm, interfacesFor } from '@linecard/driver-kit/builders'
import { refOf, sfpOptical, wanted } from '@linecard/driver-kit/modules'
import { esNode } from './nodes.ts'

/**
 * zyTransceiverDdmiCurrent of ZYXEL-TRANSCEIVER-MIB, all in hundredths: °C, V, mA, dBm. Index: port as
 * ifIndex, kind of measurement.
 */
const current = table({ raw: integer(`${esNode}.84.1.2.1.6`) })
const kinds = { 1: 'temp', 2: 'vcc', 3: 'tx_bias', 4: 'tx_power', 5: 'rx_power' } as const
type Field = (typeof kinds)[keyof typeof kinds]

/** A power of exactly 0 means "not measured". */
const valueOf = (field: Field, raw: number): number | null =>
  field.endsWith('_power') && (raw === 0 || raw / 100 <= darkDbm) ? null : raw / 100

/** sfp_optical. A port without supply voltage has no transceiver with measurements. */
export const optics = (): Implementation =>
  implement(sfpOptical, async (session, args) => {
    const found = new Map<number, Partial<Record<Field, number | null>>>()
    for (const [index, { raw }] of await readTable(session, current)) {
      const [port, kind] = index.split('.').map(Number) as [number, number]
      const field = kinds[kind as keyof typeof kinds] as Field | undefined
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
