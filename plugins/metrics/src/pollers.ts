import {
  analogLinesList,
  bgpSessions,
  digitalLinesList,
  interfaceCounters,
  ponCountRegisteredOnts,
  ponPortsOptical,
  powerSensorState,
  powerStatus,
  sfpOptical,
  sysResources,
  sysTemp,
} from '@linecard/driver-kit/modules'
import type { Poller, PollStore } from '@linecard/plugin-kit'
import { storeArp } from './polled/arp.ts'
import { storeCounters } from './polled/counters.ts'
import { storeResources, storeSensors } from './polled/device.ts'
import { storeLinks } from './polled/link.ts'
import { storeBgp, storeCards, storePonLoad } from './polled/network.ts'
import { storeOnuLight, storeTransceivers } from './polled/optical.ts'
import type { Metrics } from './setup.ts'

export const pollers: Readonly<Record<string, Poller<Metrics>>> = {
  counters: {
    summary: 'Traffic, errors and discards of interfaces',
    intervalSec: 120,
    modules: [interfaceCounters],
    store: ({ parts }, polled) => storeCounters(parts, polled),
  },
  sys_resources: {
    summary: 'Load of processors, memory and storage; fans',
    intervalSec: 120,
    modules: [sysResources],
    store: ({ parts }, polled) => storeResources(parts, polled),
  },
  sensors: {
    summary: 'Temperatures, sensor lines, power supplies',
    intervalSec: 300,
    modules: [sysTemp, analogLinesList, digitalLinesList, powerSensorState, powerStatus],
    store: ({ parts }, polled) => storeSensors(parts, polled),
  },
  sfp_optical: {
    summary: 'Light of transceivers and PON ports',
    intervalSec: 600,
    modules: [sfpOptical, ponPortsOptical],
    store: ({ parts }, polled) => storeTransceivers(parts, polled),
  },
  pon_port_loading: {
    summary: 'Registered ONUs of PON ports',
    intervalSec: 300,
    modules: [ponCountRegisteredOnts],
    store: ({ parts }, polled) => storePonLoad(parts, polled),
  },
  bgp_sessions: {
    summary: 'Sessions of BGP',
    intervalSec: 120,
    modules: [bgpSessions],
    store: ({ parts }, polled) => storeBgp(parts, polled),
  },
}

/** What the pollers of other plugins read. */
export const pollStores: Readonly<Record<string, PollStore<Metrics>>> = {
  interfaces_status: { store: ({ parts }, polled) => storeLinks(parts, polled) },
  optical_strength: { store: ({ parts }, polled) => storeOnuLight(parts, polled) },
  arp_table: { store: ({ parts }, polled) => storeArp(parts, polled) },
  card_status: { store: ({ parts }, polled) => storeCards(parts, polled) },
}
