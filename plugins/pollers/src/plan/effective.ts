import type { Caution, Module } from '@linecard/driver-kit'
import type { BoundPoller, PollableDevice } from '@linecard/plugin-kit'
import { cautionsAbout, heeded, type PollerCaution } from './cautions.ts'

/** Shortest interval, in seconds. */
export const leastSec = 10

export interface Wanted {
  poller: BoundPoller
  /** The modules that are asked: without those of which the driver says that the model should be spared. */
  modules: readonly Module[]
  intervalSec: number
  /** Where the interval comes from. */
  from: 'device' | 'model' | 'driver' | 'settings' | 'plugin'
}

export interface Plans {
  pollers: readonly BoundPoller[]
  /** Setting `intervals`. */
  intervals: Readonly<Record<string, number>>
  supports(modelKey: string, module: Pick<Module, 'name'>): boolean
  /** What drivers say about their models, by the names of the modules. */
  cautions(modelKey: string): ReadonlyMap<string, Caution>
}

type Layers = Pick<PollableDevice, 'pollers' | 'model_pollers'>

const own = (record: Readonly<Record<string, number>> | null, key: string): number | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined

/** The interval of a poller for a device, whatever its driver says. Null: it is off. */
function intervalOf(
  poller: BoundPoller,
  { pollers, model_pollers: ofModel }: Layers,
  intervals: Plans['intervals'],
): Pick<Wanted, 'from' | 'intervalSec'> | null {
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

/** An interval for the model or the device is the word of an operator, and stronger than the driver's. */
const isOverruled = ({ from }: Pick<Wanted, 'from'>): boolean => from === 'device' || from === 'model'

/** A poller as its driver lets it be; null: it is off. */
function sparing(
  poller: BoundPoller,
  interval: Pick<Wanted, 'from' | 'intervalSec'>,
  key: string,
  { supports, cautions }: Plans,
): Wanted | null {
  const about = cautions(key)
  if (about.size === 0 || isOverruled(interval)) return { poller, modules: poller.modules, ...interval }
  const { modules, least } = heeded(poller, about)
  if (!modules.some(module => supports(key, module))) return null
  return least > interval.intervalSec
    ? { poller, modules, intervalSec: least, from: 'driver' }
    : { poller, modules, ...interval }
}

/** The pollers of a device with their intervals: those that are on and whose modules its model supports. */
export function wantedOf(device: Layers & Pick<PollableDevice, 'model_key'>, plans: Plans): Wanted[] {
  const { model_key: key } = device
  if (key === null) return []
  return plans.pollers.flatMap(poller => {
    if (!poller.modules.some(module => plans.supports(key, module))) return []
    const interval = intervalOf(poller, device, plans.intervals)
    return (interval && sparing(poller, interval, key, plans)) ?? []
  })
}

/** What the driver of a device says about the modules of its pollers. */
export function deviceCautions(
  device: Layers & Pick<PollableDevice, 'model_key'>,
  { pollers, intervals, supports, cautions }: Plans,
): PollerCaution[] {
  const { model_key: key } = device
  if (key === null) return []
  const about = cautions(key)
  if (about.size === 0) return []
  return pollers.flatMap(poller => {
    const interval = intervalOf(poller, device, intervals)
    const known = { ...poller, modules: poller.modules.filter(module => supports(key, module)) }
    return cautionsAbout(known, about, interval !== null && isOverruled(interval))
  })
}
