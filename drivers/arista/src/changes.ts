import { confirmed, industryControl } from '@linecard/driver-kit/builders'

/**
 * EOS takes no SET on IF-MIB: all on the console (EOS User Manual, "Ethernet Ports", "VLANs", "Switch
 * Administration"). `reload now` asks nothing.
 */
export const changes = () =>
  industryControl({
    description: { max: 240, quote: 'line' },
    switchport: true,
    save: { command: 'write memory', done: /Copy completed successfully/i },
    reboot: { command: 'reload now', answers: confirmed },
    clearPort: port => `clear counters ${port}`,
  })
