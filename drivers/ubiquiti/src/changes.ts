import { confirmed, industryControl } from '@linecard/driver-kit/builders'

/** EdgeSwitch CLI Command Reference. `clear counters` takes `all` or ports, and prints no message. */
export const changes = () =>
  industryControl({
    ports: 'snmp',
    vlan: null,
    save: { command: 'write memory', answers: confirmed, done: /saved/i },
    reboot: { command: 'reload', answers: [{ prompt: /save them now\?.*$/i, answer: 'n' }, ...confirmed] },
    clear: { command: 'clear counters all', answers: confirmed },
  })
