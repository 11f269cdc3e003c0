import { counter, histogram } from '@linecard/plugin-kit'

/** Seconds of the reading of one configuration. */
const seconds = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** What this process counts of its readings. */
export function createCounts() {
  const reads = counter('linecard_backups_total', 'Configurations read by this process, by their result')
  const octets = counter('linecard_backups_read_bytes_total', 'Octets of configurations read by this process')
  const duration = histogram('linecard_backup_duration_seconds', 'Time of the reading of one device', seconds)
  const state = { running: 0 }
  const running = {
    name: 'linecard_backups_running',
    help: 'Devices whose configurations this process reads now',
    type: 'gauge' as const,
    collect: () => [{ value: state.running }],
  }
  return { reads, octets, duration, state, metrics: [reads, octets, duration, running] }
}
export type Counts = ReturnType<typeof createCounts>
