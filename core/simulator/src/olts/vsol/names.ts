import type { InterfaceNames } from '../../olt/hardware.ts'
import type { SimulatedOlt } from '../../olt/olt.ts'
import type { Onu, PonPort } from '../../olt/onu-state.ts'
import { onuAt } from '../../olt/registrations.ts'

const word = ({ technology }: PonPort) => (technology === 'gpon' ? 'GPON' : 'EPON')

/** `GPON0/1`. */
export const ponName = (port: PonPort): string => `${word(port)}0/${port.number}`
/** `GPON0/1:4`. */
export const onuName = (onu: Onu): string => `${ponName(onu.port)}:${onu.id}`

/** Row of the vendor's tables: PON port and ONU. */
export const byPonOnu = ({ port, id }: Onu): string => `${port.number}.${id}`

/** The row of an ONU in ifTable, behind those of the ports. */
export const onuInterface = (onu: Onu): InterfaceNames => ({
  ifIndex: 100 + onu.port.number * 200 + onu.id,
  ifName: onuName(onu),
  ifDescr: `${word(onu.port)}0${onu.port.number}ONU${onu.id}`,
})

export const ponAt = (olt: SimulatedOlt, number: unknown): PonPort | undefined =>
  olt.pons.find(port => port.number === number)
/** The ONU that registers name. */
export function onuOf(olt: SimulatedOlt, pon: unknown, id: unknown): Onu | undefined {
  const port = ponAt(olt, pon)
  return port && typeof id === 'number' ? onuAt(port, id) : undefined
}
