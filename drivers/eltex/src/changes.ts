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

/** The console can ask two questions: whether to continue without saving, and whether to continue at all. */
const asked = [...confirmed, ...confirmed]

/**
 * SNMP creates VLANs and sets descriptions. The console adds ports to VLANs and removes them, as the mode of
 * the port allows.
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
 * Models of the family mes whose name ends in P: POWER-ETHERNET-MIB by ifIndex. RADLAN's
 * rlPethPsePortOutputPower is in mW.
 */
export const power: readonly Implementation[] = poe({ power: integer(`${radlan}.108.1.1.5`) })
