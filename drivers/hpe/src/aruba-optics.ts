import {
  decimalText,
  implement,
  map,
  readTable,
  table,
  type Implementation,
  type ResultOf,
} from '@linecard/driver-kit'
import { darkDbm, dbmOfWatts, interfacesFor, rowsByIfIndex } from '@linecard/driver-kit/builders'
import { refOf, sfpOptical, wanted } from '@linecard/driver-kit/modules'

type Optical = ResultOf<typeof sfpOptical>[number]
const dom = '1.3.6.1.4.1.47196.4.1.1.3.27.1.2'
const milliwatts = (oid: string) =>
  map(decimalText(oid), power => {
    const dbm = dbmOfWatts(power / 1000)
    return dbm === null || dbm <= darkDbm ? null : dbm
  })

/** arubaWiredPmXcvrDomTable of ARUBAWIRED-PM-MIB by ifIndex: texts in °C and V. */
const modules = table({ temp: decimalText(`${dom}.1.1.2`), vcc: decimalText(`${dom}.1.1.11`) })
/** arubaWiredPmXcvrLaneDomTable by ifIndex and lane: texts in mA and mW. */
const lanes = table({
  tx_bias: decimalText(`${dom}.2.1.2`),
  tx_power: milliwatts(`${dom}.2.1.7`),
  rx_power: milliwatts(`${dom}.2.1.12`),
})
const fields = ['temp', 'vcc', 'tx_bias', 'tx_power', 'rx_power'] as const

/** sfp_optical of AOS-CX 10.15 and later. */
export const cxOptics = (): Implementation =>
  implement(sfpOptical, async (session, args) => {
    const rows = await rowsByIfIndex(
      session,
      modules,
      await interfacesFor(session, args.interface),
      args.interface,
    )
    const measured = rows.filter(([, { temp, vcc }]) => temp !== null || vcc !== null)
    const light = measured.length > 0 ? [...(await readTable(session, lanes))] : []
    return measured.map(([one, row]) => {
      const own = light.flatMap(([index, values]) => {
        const [port, lane] = index.split('.')
        return Number(port) === one.if_index ? [{ lane: Number(lane), ...values }] : []
      })
      const of = (field: 'tx_bias' | 'tx_power' | 'rx_power', choose: (...values: number[]) => number) => {
        const known = own.flatMap(lane => lane[field] ?? [])
        return known.length === 0 ? null : choose(...known)
      }
      const all: Omit<Optical, 'interface'> = {
        ...row,
        tx_bias: of('tx_bias', Math.max),
        tx_power: of('tx_power', Math.min),
        rx_power: of('rx_power', Math.min),
      }
      for (const field of fields) if (!wanted(args.load_only, field)) all[field] = null
      return { interface: refOf(one), ...all, ...(own.length > 1 ? { lanes: own } : {}) }
    })
  })
