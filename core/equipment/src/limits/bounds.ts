import type { DeviceExceeds, Logger, Metric } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { createCourtesies, type Courtesies } from './courtesy.ts'
import { createExceeding, type Exceeding } from './exceeding.ts'
import { createLargeCalls, type LargeCalls } from './large-calls.ts'
import { createSilence, type Silence } from './silence.ts'

/** What keeps one device from costing the others. */
export interface Bounds {
  exceeding: Exceeding
  large: LargeCalls
  courtesies: Courtesies
  silence: Silence
  readonly metrics: readonly Metric[]
}

export interface BoundsOptions {
  log: Logger
  clock: () => Date
  settings: Pick<Config, 'down_after_sec' | 'down_retry_sec' | 'olt_requests_per_sec' | 'olt_cpu_percent'>
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
  const metrics = [...exceeding.metrics, ...courtesies.metrics, down]
  return { exceeding, silence, courtesies, large: createLargeCalls(), metrics }
}
