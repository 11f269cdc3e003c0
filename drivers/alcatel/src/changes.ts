import type { Implementation } from '@linecard/driver-kit'
import { confirmed, ifControl, industryControl, maintenance, typed } from '@linecard/driver-kit/builders'

/**
 * OmniStack LS (RADLAN's software). Ports change over SNMP. The console clears counters for one port at a
 * time (`clear counters ethernet e1`).
 */
export const omniStackChanges = (): Implementation[] => [
  ...industryControl({
    ports: 'snmp',
    vlan: null,
    clear: null,
    clearPort: port => `clear counters ethernet ${port}`,
    save: {
      command: 'copy running-config startup-config',
      answers: [{ prompt: 'press any key for no', answer: 'y' }, ...confirmed],
      done: /succeeded|success|copied/i,
    },
    reboot: { command: 'reload', answers: confirmed },
  }),
]

/**
 * AOS. `write memory` is from the OmniSwitch CLI Reference Guide. There is no restart: an operator must
 * choose which of two directories the switch boots from.
 */
export const aosChanges = (): Implementation[] => [
  ...ifControl(),
  ...maintenance({ save: { act: typed(() => ['write memory']), done: /completed|saved/i } }),
]
