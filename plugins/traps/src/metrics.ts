import { counter, type Metric } from '@linecard/plugin-kit'
import { dropReasons, type Report } from './intake/orders.ts'

const gauge = (name: string, help: string, value: () => number | null): Metric => ({
  name,
  help,
  type: 'gauge',
  collect() {
    const now = value()
    return now === null ? [] : [{ value: now }]
  },
})

/** What this process counts. */
export function createCounts(looking: () => number) {
  const received = counter('linecard_traps_received_total', 'Messages that arrived, by protocol')
  const dropped = counter(
    'linecard_traps_dropped_total',
    'Messages that were not taken, by protocol and reason',
  )
  const stored = counter('linecard_traps_stored_total', 'Messages that were stored, by protocol')
  const looks = counter('linecard_traps_looks_total', 'Devices that were asked after a trap, by result')
  let last: Report | null = null
  return {
    stored,
    looks,
    add(report: Report): void {
      last = report
      for (const { protocol, received: count, dropped: lost } of report.sources) {
        received.add({ protocol }, count)
        for (const reason of dropReasons) if (lost[reason]) dropped.add({ protocol, reason }, lost[reason])
      }
    },
    /** The thread that listens has ended. */
    ended(): void {
      last = null
    },
    metrics: [
      received,
      dropped,
      stored,
      looks,
      gauge('linecard_traps_waiting', 'Messages that wait to be stored', () => last?.waiting ?? null),
      gauge('linecard_traps_connections', 'TCP connections for syslog', () => last?.connections ?? null),
      gauge(
        'linecard_traps_unknown_senders',
        'Senders that are no devices, as far as they are told apart',
        () => last?.unknownSources ?? null,
      ),
      gauge('linecard_traps_looking', 'Devices that are asked after a trap, or wait for it', looking),
    ] as const satisfies readonly Metric[],
  }
}
export type Counts = ReturnType<typeof createCounts>
