import type { Implementation } from '@linecard/driver-kit'
import { ifIndexOf, maintenance, portControl, typed, type PortState } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'

/**
 * ZyNOS numbers ports as IF-MIB does: `interface port-channel 3`, `inactive` (Zyxel Ethernet Switch CLI
 * Reference Guide). Names of ports are not in ifAlias of all firmwares, so they are left to the console
 * modules.
 */
export const changes = (): Implementation[] => [
  ...portControl({
    state: typed((one: Interface, state: PortState) =>
      [`interface port-channel ${ifIndexOf(one)}`, state === 'enable' ? 'no inactive' : 'inactive'].map(
        command => ({ command, mode: 'config' }),
      ),
    ),
  }),
  ...maintenance({ save: { act: typed(() => ['write memory']) } }),
]
