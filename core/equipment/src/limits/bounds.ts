import type { DeviceExceeds, Logger, Metric } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { createCourtesies, type Courtesies } from './courtesy.ts'
import { createExceeding, type Exceeding } from './exceeding.ts'
import { createLanes, type LaneLimits, type Lanes } from './lanes.ts'
import { createLargeCalls, type LargeCalls } from './large-calls.ts'
import { createSilence, type Silence } from './silence.ts'

/** What keeps one device from costing the others. */
export interface Bounds {
  exceeding: Exceeding
  large: LargeCalls
  courtesies: Courtesies
  silence: Silence
  lanes: Lanes
  readonly metrics: readonly Metric[]
}

export interface BoundsOptions {
  log: Logger
  clock: () => Date
  settings: LaneLimits &
    Pick<Config, 'down_after_sec' | 'down_retry_sec' | 'olt_requests_per_sec' | 'olt_cpu_percent'>
  /** Receives devices of the inventory that reach a ceiling. */
  onExceeds?: ((exceeds: DeviceExceeds) => void) | undefined
}

export function createBounds({ log, clock, settings, onExceeds = () => undefined }: BoundsOptions): Bounds {
  const exceeding = createExceeding(log, clock, onExceeds)
  const silence = createSilence(settings, clock)
  const courtesies = createCourtesies(settings)
  const down: Metric = {
    name: 'linecard_equipment_down_devices',
    help: 'Devices that are known to be down and are not asked by every call',
    type: 'gauge',
    collect: () => [{ value: silence.down }],
  }
  const lanes = createLanes(settings)
  const flight: Metric = {
    name: 'linecard_equipment_poll_datagrams',
    help: 'SNMP requests of polls: under way, and waiting for a place',
    type: 'gauge',
    collect: () => [
      { labels: { state: 'under_way' }, value: lanes.inFlight },
      { labels: { state: 'waiting' }, value: lanes.waiting },
    ],
  }
  const metrics = [...exceeding.metrics, ...courtesies.metrics, down, flight]
  return { exceeding, silence, lanes, courtesies, large: createLargeCalls(), metrics }
}
