import { integer, type Implementation } from '@linecard/driver-kit'
import {
  cliName,
  confirmed,
  industryControl,
  poe,
  portControl,
  qBridgeControl,
  typed,
  vlanControl,
  type IndustryControlOptions,
  type Step,
} from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { radlan } from './tables.ts'

/** A console may ask twice: whether to go on without saving, and whether at all. */
const asked = [...confirmed, ...confirmed]

/**
 * VLANs are made, and ports described, over SNMP; ports join and leave on the console, by what stands in
 * their mode.
 */
const common: IndustryControlOptions = {
  ports: 'snmp',
  vlan: null,
  switchport: true,
  clear: { command: 'clear counters' },
  clearPort: port => `clear counters ${port}`,
  save: {
    command: 'copy running-config startup-config',
    answers: asked,
    done: /\[OK\]|copy succeeded|copied successfully|completed successfully/i,
  },
  reboot: { command: 'reload', answers: asked },
}
const { create, remove } = qBridgeControl()

const speedLines = (speed: string): readonly string[] => {
  const [mbps, duplex] = speed.split('-')
  return duplex === undefined
    ? ['negotiation']
    : ['no negotiation', `speed ${mbps}`, `duplex ${duplex.toLowerCase()}`]
}

/**
 * MES1xxx, 2xxx, 3xxx and 5xxx. Source: Eltex, "MES series, operation manual" and "Monitoring and management
 * of MES by SNMP".
 */
export const mesChanges = (): readonly Implementation[] => [
  ...industryControl(common),
  ...vlanControl({ create, remove }),
  ...portControl({
    speed: typed((one: Interface, speed: string) =>
      [`interface ${cliName(one)}`, ...speedLines(speed)].map((command): Step => ({
        command,
        mode: 'config',
      })),
    ),
  }),
]

/** MES14xx, 24xx, 34xx, 37xx. */
export const aricentChanges = (): readonly Implementation[] => [
  ...industryControl({ ...common, clear: null }),
  ...vlanControl({ create, remove }),
]

/**
 * Models of the first kind whose name ends in P: POWER-ETHERNET-MIB by ifIndex; rlPethPsePortOutputPower of
 * RADLAN is in mW.
 */
export const power: readonly Implementation[] = poe({ power: integer(`${radlan}.108.1.1.5`) })
