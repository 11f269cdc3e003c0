import type { Implementation } from '@linecard/driver-kit'
import { confirmed, ifControl, industryControl, maintenance, typed } from '@linecard/driver-kit/builders'

/**
 * OmniStack LS, RADLAN's software: ports over SNMP; counters one port after the other (`clear counters
 * ethernet e1`).
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
 * AOS: `write memory` of the OmniSwitch CLI Reference Guide. A restart goes to one of two directories, which
 * a person has to choose.
 */
export const aosChanges = (): Implementation[] => [
  ...ifControl(),
  ...maintenance({ save: { act: typed(() => ['write memory']), done: /completed|saved/i } }),
]
