import { confirmed, industryControl } from '@linecard/driver-kit/builders'

/**
 * EOS accepts no SET on IF-MIB, so all changes use the console. `reload now` asks no question. Source: EOS
 * User Manual, "Ethernet Ports", "VLANs", "Switch Administration".
 */
export const changes = () =>
  industryControl({
    description: { max: 240, quote: 'line' },
    switchport: true,
    save: { command: 'write memory', done: /Copy completed successfully/i },
    reboot: { command: 'reload now', answers: confirmed },
    clearPort: port => `clear counters ${port}`,
  })
