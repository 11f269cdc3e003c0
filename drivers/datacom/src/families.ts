import { defineFamily, integer, map, scaled, text } from '@linecard/driver-kit'
import { entityInventory, ownResources, switchMibs, systemInfo } from '@linecard/driver-kit/builders'
import { oltMibs, onuModules } from '@linecard/driver-kit/onus'
import { dmosCli, dmSwitchCli } from './cli.ts'
import { dmos, dmSwitch } from './nodes.ts'
import { counters, olt } from './onus.ts'
import { switchOptics } from './optics.ts'

const vendor = 'Datacom'
const version = map(text('1.3.6.1.2.1.1.1.0'), descr => /DmOS version ([^\s)]+)/.exec(descr)?.[1] ?? null)

/** DM4610, DM4611, DM4615, DM4618 …: DmOS with GPON. */
export const dmosOlt = defineFamily({
  id: 'dmos',
  modules: [
    systemInfo({ vendor, facts: { board_software_ver: version } }),
    ownResources({
      cpu: {
        sec5: integer(`${dmos}.4.1.2.1.2`),
        min1: integer(`${dmos}.4.1.2.1.4`),
        min5: integer(`${dmos}.4.1.2.1.6`),
      },
      memory: { total: integer(`${dmos}.4.2.2.1.26`), used: integer(`${dmos}.4.2.2.1.27`) },
    }),
    entityInventory(),
    ...onuModules(olt, { capacity: () => 128, counters }),
    ...oltMibs(olt),
  ],
  cli: dmosCli,
})

/** The share is in hundredths of a percent (8459 is 84.59 %). */
const hundredths = (oid: string) => scaled(oid, { by: 0.01 })

/** dmSwitch: switches without DmOS. */
export const dmSwitches = defineFamily({
  id: 'dm-switch',
  modules: [
    systemInfo({
      vendor,
      noEntity: true,
      facts: {
        board_hardware_ver: text(`${dmSwitch}.1.2.1.3.1`),
        board_software_ver: text(`${dmSwitch}.1.2.1.4.1`),
        serial_num: text(`${dmSwitch}.1.2.1.8.1`),
      },
    }),
    ownResources({ cpu: { util: hundredths(`${dmSwitch}.1.10`) } }),
    switchOptics,
    ...switchMibs({}, []),
  ],
  cli: dmSwitchCli,
})
