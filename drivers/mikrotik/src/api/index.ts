import type { Implementation } from '@linecard/driver-kit'
import { arpRows } from './arp.ts'
import { bgpRows } from './bgp.ts'
import { bridgeVlans, bridgeVlansByPort } from './bridge.ts'
import { changes } from './changes.ts'
import { dhcpServers, leases } from './dhcp.ts'
import { interfaceRows, vlanInterfaces } from './interfaces.ts'
import { arpPings } from './ping.ts'
import { addressLists, simpleQueues } from './lists.ts'

/** Modules that need the API of RouterOS. If the access profile has no login, each module reports it. */
export const apiModules = (): Implementation[] => [
  interfaceRows(),
  vlanInterfaces(),
  arpRows(),
  dhcpServers(),
  leases(),
  addressLists(),
  simpleQueues(),
  bgpRows(),
  arpPings(),
  bridgeVlans(),
  bridgeVlansByPort(),
  ...changes(),
]
