import { counter, type Metric } from '@linecard/plugin-kit'

/** What this process counts of its work. */
export interface Counts {
  readonly metrics: readonly Metric[]
  readonly echoes: { add(labels: { result: 'answered' | 'lost' }): void }
  readonly tries: { add(labels: { result: 'tcp' | 'snmp' | 'silent' | 'failed' }): void }
  readonly looks: { add(labels: { result: 'answered' | 'silent' | 'failed' }): void }
  readonly changes: { add(labels: { to: 'up' | 'down' | 'unknown' }): void }
  readonly starts: { add(): void }
  readonly ends: { add(): void }
  readonly badLines: { add(): void }
  /** Time from the line of fping to its reading, in s. */
  lag(seconds: number): void
}

/** What the present work shows; null in a process that does not watch. */
export interface Shown {
  up: number
  down: number
  unknown: number
  processes: number
  suspects: number
  /** Changes that are not stored yet. */
  waiting: number
}

export function createCounts(shown: () => Shown | null): Counts {
  const echoes = counter('linecard_pinger_echoes_total', 'Echoes, by their result')
  const tries = counter('linecard_pinger_tries_total', 'Tries over TCP and SNMP, by what answered')
  const looks = counter(
    'linecard_pinger_looks_total',
    'Close looks at devices that lost echoes, by their result',
  )
  const changes = counter('linecard_pinger_changes_total', 'Changes of the status of a device')
  const starts = counter('linecard_pinger_fping_starts_total', 'Starts of fping in its loop')
  const ends = counter('linecard_pinger_fping_ends_total', 'Ends of fping that nobody asked for')
  const badLines = counter('linecard_pinger_bad_lines_total', 'Lines of fping that could not be read')
  let worst = 0
  const gauge = (name: string, help: string, value: (now: Shown) => number): Metric => ({
    name,
    help,
    type: 'gauge',
    collect() {
      const now = shown()
      return now ? [{ value: value(now) }] : []
    },
  })
  return {
    echoes,
    tries,
    looks,
    changes,
    starts,
    ends,
    badLines,
    lag(seconds) {
      worst = Math.max(worst, seconds)
    },
    metrics: [
      echoes,
      tries,
      looks,
      changes,
      starts,
      ends,
      badLines,
      {
        name: 'linecard_pinger_devices',
        help: 'Watched devices by status, in the process that watches them',
        type: 'gauge',
        collect() {
          const now = shown()
          const states = ['up', 'down', 'unknown'] as const
          return now ? states.map(status => ({ labels: { status }, value: now[status] })) : []
        },
      },
      gauge('linecard_pinger_fping_processes', 'Running fping processes', now => now.processes),
      gauge('linecard_pinger_suspects', 'Devices that are looked at closely', now => now.suspects),
      gauge('linecard_pinger_waiting_changes', 'Changes that are not stored yet', now => now.waiting),
      {
        name: 'linecard_pinger_lag_seconds',
        help: 'Longest time from a line of fping to its reading, since the last scrape',
        type: 'gauge',
        collect() {
          const value = worst
          worst = 0
          return shown() ? [{ value }] : []
        },
      },
    ],
  }
}
