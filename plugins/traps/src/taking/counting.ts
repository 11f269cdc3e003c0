import { lookSoon, type Context } from '@linecard/plugin-kit'
import type { DropReason, SourceReport } from '../intake/orders.ts'
import { countSources } from '../store/sources.ts'

/** Counts of senders are written so often, ms; senders that wait for it, at most. */
const [writeMs, mostReports] = [5000, 20_000]

/** Gathers the counts of senders, and writes them. */
export interface Counting {
  add(reports: readonly SourceReport[]): void
  /** Writes the rest. */
  stop(): Promise<void>
}

/** @param isDevice whether a device is still there */
export function startCounting(ctx: Context, isDevice: (id: number) => boolean): Counting {
  const waiting = new Map<string, SourceReport>()

  const write = async () => {
    const batch = [...waiting.values()].filter(({ deviceId }) => deviceId === null || isDevice(deviceId))
    waiting.clear()
    await countSources(ctx.em(), batch)
    const flooding = batch.flatMap(({ deviceId, dropped: { rate, queue } }) =>
      deviceId !== null && (rate || queue) ? [deviceId] : [],
    )
    if (flooding.length > 0) ctx.events.emit(lookSoon, { device_ids: flooding, names: ['traps_dropped'] })
  }
  const timer = setInterval(() => {
    write().catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'the counts of senders could not be written'),
    )
  }, writeMs).unref()

  return {
    add(reports) {
      for (const report of reports) addReport(waiting, report)
    },
    async stop() {
      clearInterval(timer)
      await write().catch(() => undefined)
    },
  }
}

function addReport(waiting: Map<string, SourceReport>, report: SourceReport): void {
  const key = `${report.protocol} ${report.address}`
  const before = waiting.get(key)
  if (!before) {
    if (waiting.size < mostReports) waiting.set(key, report)
    return
  }
  before.received += report.received
  before.lastAt = report.lastAt
  before.deviceId = report.deviceId
  for (const [reason, count] of Object.entries(report.dropped) as [DropReason, number][])
    before.dropped[reason] = (before.dropped[reason] ?? 0) + count
}
