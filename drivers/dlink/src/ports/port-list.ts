import type { Implementation } from '@linecard/driver-kit'
import { qBridgeVlans } from '@linecard/driver-kit/builders'
import { portsOf } from '@linecard/driver-kit/codecs'

/**
 * DES-3028, firmware 1.00, sends a PortList of eight octets in reverse order: port 1 is the last bit. The
 * driver can recognize this because the switch has 28 ports: in normal order no port is above 28, in reverse
 * order no bit is below 37.
 */
export function eitherWay(list: Uint8Array): number[] {
  const ports = portsOf(list)
  const size = list.length * 8
  return ports.every(port => port > size - 28) && ports.length > 0
    ? ports.map(port => size + 1 - port).toReversed()
    : ports
}

/**
 * vlans, vlans_by_port and pvid of switches with 28 ports or fewer. Their bridge port numbers are ifIndexes.
 */
export const vlansEitherWay = (): Implementation[] => qBridgeVlans({ memberIfIndexes: eitherWay })
