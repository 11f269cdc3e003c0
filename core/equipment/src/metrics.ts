import { counter, histogram, type Metric, type Sample } from '@linecard/plugin-kit'
import type { Pool } from './connections/pool.ts'
import type { Sweeper } from './sweep/index.ts'

/** From a stored answer to a large OLT, in seconds. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

const measured = (
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  collect: () => number | Sample[],
): Metric => ({
  name: `linecard_${name}`,
  help,
  type,
  collect: () => {
    const collected = collect()
    return typeof collected === 'number' ? [{ value: collected }] : collected
  },
})

const byLabel = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))

const connectionMetrics = (pool: Pool): Metric[] => [
  measured('gauge', 'equipment_sessions', 'Open connections to devices', () => pool.stats.open),
  measured('gauge', 'equipment_waiting', 'Calls that wait for a connection', () => pool.stats.waiting),
  measured('counter', 'snmp_requests_total', 'SNMP waits for an answer, by how they ended', () =>
    byLabel('result', { answered: pool.snmp.answers, timeout: pool.snmp.timeouts }),
  ),
  measured('counter', 'snmp_retries_total', 'SNMP datagrams sent again', () => pool.snmp.retries),
  measured(
    'counter',
    'snmp_dropped_total',
    'SNMP datagrams that answer no question: from another address, too late or repeated, or malformed',
    () => {
      const { dropped_foreign: foreign, late, malformed } = pool.snmp
      return byLabel('reason', { foreign, late, malformed })
    },
  ),
  measured('counter', 'snmp_varbinds_total', 'SNMP values received', () => pool.snmp.varbinds),
  measured('counter', 'snmp_sent_bytes_total', 'SNMP payload sent, in octets', () => pool.snmp.sent_bytes),
  measured(
    'counter',
    'snmp_received_bytes_total',
    'SNMP payload received, in octets',
    () => pool.snmp.received_bytes,
  ),
]

const sweepMetrics = ({ totals, pacer }: Sweeper): Metric[] => [
  measured('counter', 'sweep_addresses_total', 'Addresses that sweeps have asked', () => totals.addresses),
  measured('counter', 'sweep_found_total', 'Addresses that answered a sweep', () => totals.found),
  measured('counter', 'sweep_datagrams_total', 'Datagrams of sweeps that have ended', () => {
    const { sent, received, foreign } = totals
    return byLabel('what', { sent, received, foreign })
  }),
  measured('gauge', 'sweeps', 'Sweeps that are running', () => totals.running),
  measured('gauge', 'sweep_rate', 'Datagrams a second that sweeps may send now', () => pacer.rate),
]

/** Metrics of calls, connections and sweeps. */
export function createMetrics(pool: Pool, sweeper: Sweeper) {
  const calls = counter(
    'linecard_equipment_calls_total',
    'Module calls by result: ok, or the code of the error',
  )
  const duration = histogram(
    'linecard_equipment_call_duration_seconds',
    'Time until a module call has its answer, by the source of the answer',
    seconds,
  )
  const all: readonly Metric[] = [calls, duration, ...connectionMetrics(pool), ...sweepMetrics(sweeper)]
  return { calls, duration, all }
}
export type Metrics = ReturnType<typeof createMetrics>
