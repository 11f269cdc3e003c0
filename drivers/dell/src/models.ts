import type { Model } from '@linecard/driver-kit'
import { dell, force10 } from './tables.ts'

/** `dell` numbers servers and their controllers too: the switches stand below 10895 and 11000.5000. */
export const models: readonly Model[] = [
  { key: 'dell_general_switch', name: 'Dell PowerConnect', type: 'SWITCH', family: 'power-connect', detect: { objectId: `${dell}.10895` } },
  // FASTPATH says name, version and operating system.
  { key: 'dell_n_series', name: 'Dell Networking N series', type: 'SWITCH', family: 'n-series', detect: { objectId: `${dell}.10895`, descr: /, \d+(?:\.\d+){3}, (?:VxWorks|Linux) [\d.]+/ } },
  { key: 'dell_networking_os', name: 'Dell Networking OS', type: 'ROUTER', family: 'networking-os', detect: { objectId: force10 } },
  { key: 'dell_emc_networking_os', name: 'Dell EMC SmartFabric OS10', type: 'ROUTER', family: 'os10', detect: { objectId: `${dell}.11000.5000.100` } },
]
