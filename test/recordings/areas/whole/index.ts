/**
 * The rows of the standard tables of a recording, compared with our answers: each recorded row must be in
 * the answer, or the answer must say what is missing. Tables of the vendor are not compared.
 */
import type { Case, Outcome } from '../area.ts'
import { addressRowReasons, compareHosts, compareOwnAddresses } from './addresses.ts'
import { compareCounters, counterReasons } from './counters.ts'
import { compareFeeds } from './feeds.ts'
import { compareLoads, compareStores, hostReasons } from './hosts.ts'
import { compareInterfaces, interfaceReasons } from './interfaces.ts'
import { compareRemotes, remoteReasons } from './remotes.ts'
import { compareSensors, sensorReasons } from './sensors.ts'
import { compareStations, stationReasons } from './stations.ts'
import { compareVlanRows, vlanRowReasons } from './vlans.ts'

const all = [
  compareInterfaces,
  compareCounters,
  compareStations,
  compareVlanRows,
  compareOwnAddresses,
  compareHosts,
  compareRemotes,
  compareLoads,
  compareStores,
  compareSensors,
  compareFeeds,
]

export const compareWhole = (of: Case): Outcome[] => all.flatMap(compare => compare(of))

export const wholeReasons = [
  ...interfaceReasons,
  ...counterReasons,
  ...stationReasons,
  ...vlanRowReasons,
  ...addressRowReasons,
  ...remoteReasons,
  ...hostReasons,
  ...sensorReasons,
]
