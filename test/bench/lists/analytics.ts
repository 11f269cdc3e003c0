import { definePlugin, type Caller, type Context } from '@linecard/plugin-kit'
import { signalBars } from '../../../plugins/analytics/src/charts/signals.ts'
import { findDuplicates } from '../../../plugins/analytics/src/macs/keep.ts'
import { countOnline } from '../../../plugins/analytics/src/online/count.ts'
import analytics from '../../../plugins/analytics/src/index.ts'
import { deviceStatuses } from '../../../plugins/analytics/src/rows/devices.ts'
import { filledPorts } from '../../../plugins/analytics/src/rows/pon.ts'
import { setup, type Analytics } from '../../../plugins/analytics/src/setup.ts'
import { countBadSignals, countDevices, countOnus } from '../../../plugins/analytics/src/widgets/routes.ts'
import { countDuplicates } from '../../../plugins/analytics/src/widgets/other.ts'

let parts!: Analytics
/** The plugin, whose context the bench uses. */
export const observed = definePlugin({
  ...analytics,
  setup: (ctx: Context<never>) => (parts = setup(ctx)),
} as never) as typeof analytics

const page = { limit: 50, offset: 0 }

/** Widgets, charts and tables over all devices, and the jobs that prepare some of them. */
export const analyticsWork = (caller: Caller): readonly (readonly [string, () => Promise<unknown>])[] => [
  ['widget: bad signals', () => countBadSignals(parts, caller, {})],
  ['widget: devices by status', () => countDevices(parts, caller, {})],
  ['widget: ONUs by state', () => countOnus(parts, caller, {})],
  ['widget: duplicates', () => countDuplicates(parts, caller, {})],
  ['chart: ONUs by light', () => signalBars(parts, caller, {})],
  ['table: devices', () => deviceStatuses.list(parts, { caller, query: {}, sort: undefined }, page)],
  ['table: PON ports', () => filledPorts.list(parts, { caller, query: {}, sort: undefined }, page)],
  ['job: online', () => countOnline(parts)],
  ['job: duplicate MAC addresses', () => findDuplicates(parts, AbortSignal.timeout(600_000))],
]
