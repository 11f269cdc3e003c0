import { type DeviceExceeds, type Logger, type Metric, counter, type Target } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { createCourtesies, type Courtesies } from './courtesy.ts'
import { createLanes, type LaneLimits, type Lanes } from './lanes.ts'
import { createLargeCalls, type LargeCalls } from './large-calls.ts'
import { createSilence, type Silence } from './silence.ts'
import type { Ceiling } from './budget.ts'
import { mostRecent } from './recent.ts'

/** A device that has reached a ceiling of a call. */
interface Marked {
  since: Date
  last: number
  /** When each module has reached one, as `Date.now()`. */
  modules: Map<string, number>
}

/** Devices that give more than one call takes. */
interface Exceeding {
  /**
   * How much of the ceilings a call gets: all, or a tenth for an hour after the same module of this device
   * has reached one, or a twentieth after two modules have. What has no end must not be read to the ceiling
   * again and again.
   */
  share(key: string, module: string): number
  /** Marks a device. It is logged once, until it has kept within the ceilings for a day. */
  mark(key: string, target: Target, module: string, ceiling: Ceiling): void
  readonly metrics: readonly Metric[]
}

const [smallShare, smallestShare] = [0.1, 0.05]
/** A device with so many modules at their ceilings has no end in any. */
const endlessModules = 2
const [hourMs, dayMs] = [3_600_000, 86_400_000]
const maxDevices = 10_000

/** The setting that somebody raises whose device is right. */
const settingOf = {
  row_limit: 'call_values, column_rows or interface_rows',
  byte_limit: 'call_octets',
} as const

function createExceeding(log: Logger, clock: () => Date, tell: (exceeds: DeviceExceeds) => void): Exceeding {
  const marked = mostRecent<Marked>(maxDevices)
  const reached = counter('linecard_equipment_limits_total', 'Calls that reached a ceiling, by the ceiling')
  const now = () => clock().getTime()
  return {
    share(key, module) {
      const modules = marked.get(key)?.modules
      if (!modules) return 1
      const recent = [...modules].filter(([, at]) => now() - at < hourMs)
      if (recent.length >= endlessModules) return smallestShare
      return recent.some(([name]) => name === module) ? smallShare : 1
    },
    mark(key, { deviceId, ip }, module, ceiling) {
      reached.add({ limit: ceiling })
      const known = marked.get(key)
      const old = known && now() - known.last < dayMs ? known : undefined
      const mine = old ?? { since: clock(), last: 0, modules: new Map() }
      mine.last = now()
      const full = !((mine.modules.get(module) ?? 0) > now() - hourMs)
      if (full) mine.modules.set(module, now())
      marked.set(key, mine)
      const fields = { device_id: deviceId, ip, module, limit: ceiling }
      if (!old)
        log.warn(
          fields,
          `a device gives more than one call takes; if it is right, raise ${settingOf[ceiling]}`,
        )
      if (full && deviceId !== null)
        tell({ device_id: deviceId, module, limit: ceiling, since: mine.since, last: clock() })
    },
    metrics: [
      reached,
      {
        name: 'linecard_equipment_limited_devices',
        help: 'Devices that reached a ceiling of a call in the last day',
        type: 'gauge',
        collect: () => [{ value: [...marked.values()].filter(({ last }) => now() - last < dayMs).length }],
      },
    ],
  }
}

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
