import { counter, histogram, type Metric, type Sample } from '@linecard/plugin-kit'
import type { Pool } from './sessions/pool.ts'
import type { Sweeper } from './sweep/index.ts'

/** From a stored answer to a large OLT, in seconds. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

const measured = (
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  collect: () => Sample[],
): Metric => ({ name: `linecard_${name}`, help, type, collect })

/** What calls, sessions and sweeps measure. */
export function createMetrics(pool: Pool, sweeper: Sweeper) {
  const calls = counter(
    'linecard_equipment_calls_total',
    'Module calls by how they went: ok, or the code of the error',
  )
  const duration = histogram(
    'linecard_equipment_call_duration_seconds',
    'Time until a module call had its answer, by where the answer came from',
    seconds,
  )

  const all: readonly Metric[] = [
    calls,
    duration,
    measured('gauge', 'equipment_sessions', 'Sessions with devices that are open', () => [
      { value: pool.stats.open },
    ]),
    measured('gauge', 'equipment_waiting', 'Calls that wait for a session', () => [
      { value: pool.stats.waiting },
    ]),
    measured('counter', 'snmp_requests_total', 'Datagrams sent, by whether an answer came in time', () => {
      const { answers, timeouts } = pool.snmp
      return [
        { labels: { result: 'answered' }, value: answers },
        { labels: { result: 'timeout' }, value: timeouts },
      ]
    }),
    measured('counter', 'snmp_retries_total', 'Datagrams sent again', () => [{ value: pool.snmp.retries }]),
    measured(
      'counter',
      'snmp_dropped_total',
      'Datagrams received that answered nothing: of another address, too late or twice, or unreadable',
      () => {
        const { dropped_foreign: foreign, late, malformed } = pool.snmp
        return Object.entries({ foreign, late, malformed }).map(([reason, value]) => ({
          labels: { reason },
          value,
        }))
      },
    ),
    measured('counter', 'snmp_varbinds_total', 'Values received', () => [{ value: pool.snmp.varbinds }]),
    measured('counter', 'snmp_sent_bytes_total', 'UDP payload sent', () => [{ value: pool.snmp.sent_bytes }]),
    measured('counter', 'snmp_received_bytes_total', 'UDP payload received', () => [
      { value: pool.snmp.received_bytes },
    ]),
    measured('counter', 'sweep_addresses_total', 'Addresses that sweeps of networks have asked', () => [
      { value: sweeper.totals.addresses },
    ]),
    measured('counter', 'sweep_found_total', 'Addresses that answered a sweep', () => [
      { value: sweeper.totals.found },
    ]),
    measured('counter', 'sweep_datagrams_total', 'Datagrams of sweeps that have ended', () => {
      const { sent, received, foreign } = sweeper.totals
      return Object.entries({ sent, received, foreign }).map(([what, value]) => ({ labels: { what }, value }))
    }),
    measured('gauge', 'sweeps', 'Sweeps of networks that are going on', () => [
      { value: sweeper.totals.running },
    ]),
    measured('gauge', 'sweep_rate', 'Datagrams a second that sweeps may send at present', () => [
      { value: sweeper.rate },
    ]),
  ]
  return { calls, duration, all }
}
