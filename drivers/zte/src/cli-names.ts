import { cliName } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'

/** What the command line calls an ONU: `gpon-onu_1/2/1:5`, on the C600 series `gpon_onu-1/2/1:5`. */
export const onuWord = (one: Interface): string => cliName(one)

/** What the command line calls a port. The agent of the C300 leaves `-olt` out of the names of PON ports. */
export function portWord(one: Interface): string {
  const name = cliName(one)
  return one.type !== 'PON' || /olt/i.test(name) ? name : name.replace(/[-_](?=\d+\/)/, '-olt_')
}

/** The PON port of an ONU. */
export const portOfOnu = (one: Interface): string => cliName(one).replace(/onu/i, 'olt').replace(/:\d+$/, '')

/** A virtual port of an ONU of the C600 series: `vport-1/3/1.5:1`. */
export const vportWord = ({ _frame, _slot, _port, _onu }: Interface, vport = 1): string =>
  `vport-${_frame}/${_slot}/${_port}.${_onu}:${vport}`
