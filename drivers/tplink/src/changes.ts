import { confirmed, industryControl } from '@linecard/driver-kit/builders'

/** JetStream CLI Reference Guide: `Saving user config OK!`, `This will reboot device. Continue? (Y/N):`. */
export const changes = () =>
  industryControl({
    ports: 'snmp',
    vlan: null,
    save: { command: 'copy running-config startup-config', done: /config OK/i },
    reboot: { command: 'reboot', answers: confirmed },
    clear: { command: 'clear counters' },
  })
