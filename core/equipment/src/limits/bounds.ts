import type { DeviceExceeds, Logger, Metric } from '@linecard/plugin-kit'
import { createExceeding, type Exceeding } from './exceeding.ts'
import { createLargeCalls, type LargeCalls } from './large-calls.ts'

/** What keeps one device from costing the others. */
export interface Bounds {
  exceeding: Exceeding
  large: LargeCalls
  readonly metrics: readonly Metric[]
}

export interface BoundsOptions {
  log: Logger
  clock: () => Date
  /** Receives devices of the inventory that reach a ceiling. */
  onExceeds?: ((exceeds: DeviceExceeds) => void) | undefined
}

export function createBounds({ log, clock, onExceeds = () => undefined }: BoundsOptions): Bounds {
  const exceeding = createExceeding(log, clock, onExceeds)
  return { exceeding, large: createLargeCalls(), metrics: exceeding.metrics }
}
