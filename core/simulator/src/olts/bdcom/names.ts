import type { InterfaceNames } from '../../olt/hardware.ts'
import type { Onu, PonPort } from '../../olt/onu-state.ts'

/** First ifIndex of the ONUs; a port has 256 of them. */
const firstOnu = 1000
const onusOfPort = 256

export const ponName = ({ technology, number }: Pick<PonPort, 'technology' | 'number'>): string =>
  `${technology === 'epon' ? 'EPON' : 'GPON'}0/${number}`
export const onuName = (onu: Onu): string => `${ponName(onu.port)}:${onu.id}`

export const onuIfIndex = (onu: Onu): number => firstOnu + (onu.port.number - 1) * onusOfPort + onu.id

/** An ONU as a row of IF-MIB. Its ifType is other(1). */
export const onuNames = (onu: Onu): InterfaceNames => ({
  ifIndex: onuIfIndex(onu),
  ifName: onuName(onu),
  ifDescr: onuName(onu),
  ifType: 1,
})
