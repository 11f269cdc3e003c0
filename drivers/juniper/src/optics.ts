import { implement, readTable, type Implementation } from '@linecard/driver-kit'
import { darkDbm, interfacesFor, rowsByIfIndex } from '@linecard/driver-kit/builders'
import { refOf, sfpOptical, wanted } from '@linecard/driver-kit/modules'
import { dom, domLanes } from './tables.ts'

const lit = (dbm: number | null): number | null => (dbm === null || dbm <= darkDbm ? null : dbm)
const among = (
  values: readonly (number | null)[],
  choose: (...values: number[]) => number,
): number | null => {
  const known = values.flatMap(value => value ?? [])
  return known.length === 0 ? null : choose(...known)
}

/**
 * sfp_optical from JUNIPER-DOM-MIB. For a module with several lanes the values are the lowest power and the
 * highest current of its lanes.
 */
export const optics = (): Implementation =>
  implement(sfpOptical, async (session, { interface: one, load_only }) => {
    const rows = await rowsByIfIndex(session, dom, await interfacesFor(session, one), one)
    const of = (field: 'temp' | 'vcc' | 'tx_bias' | 'tx_power' | 'rx_power', value: number | null) =>
      wanted(load_only, field) ? value : null
    const lanes = [...(await readTable(session, domLanes))].map(([index, row]) => {
      const [ifIndex, lane] = index.split('.').map(Number) as [number, number]
      return {
        ifIndex,
        lane: lane + 1,
        tx_bias: row.tx_bias,
        tx_power: lit(row.tx_power),
        rx_power: lit(row.rx_power),
      }
    })
    return rows
      .filter(([, row]) => Object.values(row).some(value => value !== null))
      .map(([port, row]) => {
        const own = lanes.filter(({ ifIndex }) => ifIndex === port.if_index)
        const several = own.length > 1
        return {
          interface: refOf(port),
          temp: of('temp', row.temp),
          vcc: of('vcc', row.vcc),
          tx_bias: of(
            'tx_bias',
            several
              ? among(
                  own.map(lane => lane.tx_bias),
                  Math.max,
                )
              : (row.tx_bias ?? own[0]?.tx_bias ?? null),
          ),
          tx_power: of(
            'tx_power',
            several
              ? among(
                  own.map(lane => lane.tx_power),
                  Math.min,
                )
              : (lit(row.tx_power) ?? own[0]?.tx_power ?? null),
          ),
          rx_power: of(
            'rx_power',
            several
              ? among(
                  own.map(lane => lane.rx_power),
                  Math.min,
                )
              : (lit(row.rx_power) ?? own[0]?.rx_power ?? null),
          ),
          ...(several && load_only === undefined
            ? {
                lanes: own.map(({ lane, tx_bias, tx_power, rx_power }) => ({
                  lane,
                  tx_bias,
                  tx_power,
                  rx_power,
                })),
              }
            : {}),
        }
      })
  })
