import type { Implementation } from '@linecard/driver-kit'
import { ifIndexOf, maintenance, portControl, typed, type PortState } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'

/** Port 14 has ifIndex 14; in a stack, port 14 of unit 1 has ifIndex 114, and the console calls it `1/14`. */
export const panelPort = (ifIndex: number): string =>
  ifIndex > 100 ? `${Math.floor(ifIndex / 100)}/${ifIndex % 100}` : String(ifIndex)

/**
 * ZyNOS uses the port numbers of IF-MIB: `interface port-channel 3`, `inactive` (Zyxel Ethernet Switch CLI
 * Reference Guide). Some firmware does not have the port names in ifAlias, so only the console modules
 * change them.
 */
export const changes = (): Implementation[] => [
  ...portControl({
    state: typed((one: Interface, state: PortState) =>
      [
        `interface port-channel ${panelPort(ifIndexOf(one))}`,
        state === 'enable' ? 'no inactive' : 'inactive',
      ].map(command => ({ command, mode: 'config' })),
    ),
  }),
  ...maintenance({ save: { act: typed(() => ['write memory']) } }),
]
