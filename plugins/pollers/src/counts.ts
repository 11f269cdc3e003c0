import { counter, histogram, type Metric } from '@linecard/plugin-kit'

/** Seconds of a poll, from a switch to an OLT with thousands of ONUs. */
const seconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** What this process counts of its polls. */
export function createCounts() {
  const polls = counter('linecard_polls_total', 'Polls of devices by this process, by their result')
  const lost = counter(
    'linecard_polls_lost_total',
    'Polls of this process whose lease ended before they did: their results were dropped',
  )
  const skipped = counter(
    'linecard_polls_skipped_total',
    'Due polls that did not take place, by the reason: the one before took too long, or the device is down',
  )
  const requests = counter('linecard_poll_requests_total', 'Datagrams sent by polls of this process')
  const duration = histogram('linecard_poll_duration_seconds', 'Time that a poll of one device took', seconds)
  const state = { running: 0, overdue: 0, oldest: 0 }
  const gauge = (name: string, help: string, key: keyof typeof state): Metric => ({
    name,
    help,
    type: 'gauge',
    collect: () => [{ value: state[key] }],
  })
  return {
    polls,
    lost,
    skipped,
    requests,
    duration,
    state,
    metrics: [
      polls,
      lost,
      skipped,
      requests,
      duration,
      gauge('linecard_polls_running', 'Polls under way in this process', 'running'),
      gauge('linecard_polls_overdue', 'Devices of all groups that are due for more than 60 s', 'overdue'),
      gauge('linecard_polls_overdue_seconds', 'How long the longest of them is due', 'oldest'),
    ] as readonly Metric[],
  }
}
export type Counts = ReturnType<typeof createCounts>
