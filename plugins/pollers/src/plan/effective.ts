import type { Module } from '@linecard/driver-kit'
import type { BoundPoller, PollableDevice } from '@linecard/plugin-kit'

/** Shortest interval, in seconds. */
export const leastSec = 10

export interface Wanted {
  poller: BoundPoller
  intervalSec: number
  /** Where the interval comes from. */
  from: 'device' | 'model' | 'settings' | 'plugin'
}

export interface Plans {
  pollers: readonly BoundPoller[]
  /** Setting `intervals`. */
  intervals: Readonly<Record<string, number>>
  supports(modelKey: string, module: Pick<Module, 'name'>): boolean
}

const own = (record: Readonly<Record<string, number>> | null, key: string): number | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined

/** The interval of a poller for a device. Null: it is off. */
function intervalOf(
  poller: BoundPoller,
  { pollers, model_pollers: ofModel }: Pick<PollableDevice, 'pollers' | 'model_pollers'>,
  intervals: Plans['intervals'],
): Omit<Wanted, 'poller'> | null {
  const layers = [
    ['device', own(pollers, poller.key)],
    ['model', own(ofModel, poller.key)],
    ['settings', own(intervals, poller.key)],
    ['plugin', poller.off ? 0 : poller.intervalSec],
  ] as const
  const given = layers.filter(([, sec]) => sec !== undefined) as [Wanted['from'], number][]
  // A poller that is never off takes the next layer that is an interval.
  const [from, sec] = (poller.always ? given.find(([, value]) => value > 0) : given[0]) ?? ['plugin', 0]
  return sec > 0 ? { from, intervalSec: Math.max(leastSec, sec) } : null
}

/** The pollers of a device with their intervals: those that are on and whose modules its model supports. */
export function wantedOf(
  device: Pick<PollableDevice, 'model_key' | 'pollers' | 'model_pollers'>,
  { pollers, intervals, supports }: Plans,
): Wanted[] {
  const { model_key: key } = device
  if (key === null) return []
  return pollers.flatMap(poller => {
    if (!poller.modules.some(module => supports(key, module))) return []
    const interval = intervalOf(poller, device, intervals)
    return interval ? [{ poller, ...interval }] : []
  })
}
