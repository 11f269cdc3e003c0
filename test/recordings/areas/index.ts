import { compareArp, compareFdb, compareOwn, addressReasons } from './addresses.ts'
import type { Case, Outcome } from './area.ts'
import { compareBiases, compareFans, compareVoltages, electricReasons } from './electric.ts'
import { comparePools, compareProcessors, loadReasons } from './load.ts'
import { compareNeighbours, neighbourReasons } from './neighbours.ts'
import { comparePorts, portReasons } from './ports.ts'
import { comparePowers, powerReasons } from './powers.ts'
import { compareTemperatures, temperatureReasons } from './temperatures.ts'
import { compareTransceivers, transceiverReasons } from './transceivers.ts'
import { compareWhole, wholeReasons } from './whole/index.ts'
import { compareMembers, compareVlans, memberReasons, vlanReasons } from './vlans.ts'

export type { Case, Outcome } from './area.ts'
export { areas, headings, peerAreas, sensorAreas, wholeAreas, type Area } from './headings.ts'

/** All compared areas. */
const all = [
  comparePorts,
  compareVlans,
  compareMembers,
  compareFdb,
  compareArp,
  compareOwn,
  compareNeighbours,
  compareProcessors,
  comparePools,
  compareTemperatures,
  comparePowers,
  compareTransceivers,
  compareVoltages,
  compareBiases,
  compareFans,
  compareWhole,
]
export const compare = (of: Case): Outcome[] => all.flatMap(one => one(of))

/** All reasons, for the report: the text and the areas of each. */
export const reasons = [
  ...portReasons,
  ...vlanReasons,
  ...memberReasons,
  ...addressReasons,
  ...neighbourReasons,
  ...loadReasons,
  ...temperatureReasons,
  ...powerReasons,
  ...transceiverReasons,
  ...electricReasons,
  ...wholeReasons,
].map(({ id, areas, text }) => ({ id, areas, text }))
