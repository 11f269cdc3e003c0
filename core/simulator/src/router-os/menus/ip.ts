import type { Item, Menu } from '../command.ts'
import type { RouterOsState } from '../state.ts'
import { idOf, yes } from '../values.ts'

/** `/ip/address`, `/ip/route` and `/ip/dhcp-server`, which can only be read. */
export const ipMenus = (router: RouterOsState): Record<string, Menu> => ({
  '/ip/address': {
    items: (): Item[] => [
      {
        '.id': '*1',
        address: `${router.facts.ip}/24`,
        network: router.facts.ip.replace(/\d+$/, '0'),
        interface: router.bridge.ifName,
        'actual-interface': router.bridge.ifName,
        invalid: 'false',
        dynamic: 'false',
        disabled: 'false',
      },
      {
        '.id': '*2',
        address: '192.0.2.10/30',
        network: '192.0.2.8',
        interface: 'ether1',
        'actual-interface': 'ether1',
        invalid: 'false',
        dynamic: 'false',
        disabled: 'false',
        comment: 'uplink',
      },
      ...router.inner.map(({ address, network, port }, n) => ({
        '.id': idOf(n + 3),
        address: `${address}/20`,
        network,
        interface: port.ifName,
        'actual-interface': port.ifName,
        invalid: 'false',
        dynamic: 'false',
        disabled: 'false',
      })),
    ],
  },
  '/ip/route': {
    items: (): Item[] => [
      {
        '.id': '*80000001',
        'dst-address': '0.0.0.0/0',
        gateway: '192.0.2.9',
        distance: '1',
        active: 'true',
        static: 'true',
        dynamic: 'false',
        disabled: 'false',
      },
      ...router.inner.map(({ network, port }, n) => ({
        '.id': idOf(0x4000_0000 + n),
        'dst-address': `${network}/20`,
        gateway: port.ifName,
        distance: '0',
        active: 'true',
        connect: 'true',
        dynamic: 'true',
        disabled: 'false',
      })),
    ],
  },
  '/ip/dhcp-server': {
    items: () =>
      router.inner.map(({ vlan, port, disabled }, n) => ({
        '.id': idOf(n + 1),
        name: `dhcp${vlan.id}`,
        interface: port.ifName,
        'lease-time': '1d',
        'address-pool': `pool${vlan.id}`,
        authoritative: 'yes',
        dynamic: 'false',
        invalid: 'false',
        disabled: yes(disabled),
      })),
  },
})
