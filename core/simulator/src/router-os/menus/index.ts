import type { Menu } from '../command.ts'
import type { RouterOsState } from '../state.ts'
import { addressListMenu } from './address-lists.ts'
import { arpMenu } from './arp.ts'
import { bgpMenus } from './bgp.ts'
import { bridgeMenus } from './bridge.ts'
import { interfaceMenus } from './interfaces.ts'
import { ipMenus } from './ip.ts'
import { leaseMenu } from './leases.ts'
import { queueMenu } from './queues.ts'
import { scheduleMenus } from './schedule.ts'
import { systemMenus } from './system.ts'

/** All menus, by path. */
export const menusOf = (router: RouterOsState): Record<string, Menu> => ({
  ...interfaceMenus(router),
  ...bridgeMenus(router),
  '/ip/arp': arpMenu(router),
  ...ipMenus(router),
  '/ip/dhcp-server/lease': leaseMenu(router),
  '/ip/firewall/address-list': addressListMenu(router),
  '/queue/simple': queueMenu(router),
  ...bgpMenus(router),
  ...systemMenus(router),
  ...scheduleMenus(router),
})
