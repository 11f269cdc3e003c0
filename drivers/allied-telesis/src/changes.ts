import type { Implementation } from '@linecard/driver-kit'
import { confirmed, industryControl } from '@linecard/driver-kit/builders'

/** AT-8000S has RADLAN's software. */
export const at8000Changes = (): Implementation[] =>
  industryControl({
    ports: 'snmp',
    vlan: null,
    clear: null,
    save: {
      command: 'copy running-config startup-config',
      answers: [{ prompt: 'press any key for no', answer: 'y' }, ...confirmed],
      done: /succeeded|success|copied/i,
    },
    reboot: { command: 'reload', answers: confirmed },
  })

/**
 * AlliedWare Plus: `write` ends with `[OK]`, `reload` asks `reboot system? (y/n):`. Source: AlliedWare Plus
 * Command Reference.
 */
export const plusChanges = (): Implementation[] =>
  industryControl({
    ports: 'snmp',
    vlan: null,
    clear: { command: 'clear port counter' },
    save: { command: 'write', answers: confirmed, done: /\[OK\]/ },
    reboot: { command: 'reload', answers: confirmed },
  })
