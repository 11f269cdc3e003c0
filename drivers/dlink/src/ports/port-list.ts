import type { Implementation } from '@linecard/driver-kit'
import { qBridgeVlans } from '@linecard/driver-kit/builders'
import { portsOf } from '@linecard/driver-kit/codecs'

/**
 * Firmware 1.00 of the DES-3028 sends a PortList of eight octets backwards: port 1 is the last bit. With 28
 * ports no bit of the two readings is the same: forwards none is above 28, backwards none below 37.
 */
export function eitherWay(list: Uint8Array): number[] {
  const ports = portsOf(list)
  const size = list.length * 8
  return ports.every(port => port > size - 28) && ports.length > 0
    ? ports.map(port => size + 1 - port).toReversed()
    : ports
}

/**
 * vlans, vlans_by_port and pvid of switches with no more than 28 ports, whose bridge ports are numbered by
 * ifIndex.
 */
export const vlansEitherWay = (): Implementation[] => qBridgeVlans({ memberIfIndexes: eitherWay })
