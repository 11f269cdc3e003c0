import { counter, histogram, jobEnded, type Events, type Metric } from '@linecard/plugin-kit'
import type { Database } from './database/index.ts'

/** From a clean-up without work to a poll of all devices, in seconds. */
const seconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600]

/** Metrics of the kernel beside those of HTTP: its connections and its jobs. */
export function kernelMetrics(database: Database, events: Events, more: Metric): readonly Metric[] {
  const runs = counter('linecard_job_runs_total', 'Runs of jobs that ended in this process, by their status')
  const duration = histogram('linecard_job_duration_seconds', 'Time that a run of a job took', seconds)
  events.on(jobEnded, ({ key: job, status, spent_ms }) => {
    runs.add({ job, status })
    if (spent_ms !== null) duration.observe(spent_ms / 1000, { job })
  })
  return [
    {
      name: 'linecard_database_connections',
      help: 'Connections of the pool',
      type: 'gauge',
      collect() {
        const { used, idle } = database.pool()
        return [
          { labels: { state: 'used' }, value: used },
          { labels: { state: 'idle' }, value: idle },
        ]
      },
    },
    {
      name: 'linecard_database_connections_max',
      help: 'Connections of the pool at most',
      type: 'gauge',
      collect: () => [{ value: database.pool().max }],
    },
    {
      name: 'linecard_database_waiting',
      help: 'Queries that wait for a connection',
      type: 'gauge',
      collect: () => [{ value: database.pool().waiting }],
    },
    runs,
    duration,
    more,
  ]
}
