import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import type { Report } from '../kit/bench.ts'
import type { OwnServer } from '../kit/server.ts'
import { startStore } from '../kit/victoria.ts'
import { latencyDuring } from './latency.ts'
import { addressesOf, leastMs, scenarios, type Network, type Scenario } from './network.ts'
import { usageOf, watch } from '../kit/processes.ts'
import { ratesOf } from './rates.ts'
import { startService, type Service } from './service.ts'
import type { ReadingMeasure } from './table.ts'

export type StoreName = 'postgres' | 'victoria'

export interface StoredOptions {
  store: StoreName
  switches: number
  weathers: readonly Scenario[]
  workers: number
  atOnce: number
  report: Report
  /** Runs after each scenario, while the weather is still that of it. */
  between(scenario: Scenario): Promise<void>
  told(measure: ReadingMeasure): void
}

/** Time for which the API is asked while nothing else happens, in ms. */
const quietMs = 4_000
/** Columns of a row of samples. */
const slots = Array.from({ length: 14 }, (_, slot) => `nullif(v${slot}, 'NaN')`).join(', ')
const pollers = ['counters', 'interfaces_status']

/** Values of series that the store has; VictoriaMetrics counts its samples itself. */
type CountValues = () => Promise<number>

/** The whole way: worker processes read the switches, and the series go into the store. */
export async function measureStored(
  server: OwnServer,
  network: Network,
  options: StoredOptions,
): Promise<void> {
  const { store, switches, weathers, workers, atOnce, report, between, told } = options
  const victoria = store === 'victoria' ? await startStore() : null
  const database = await createDatabase()
  let service: Service | null = null
  try {
    await network.setWeather(scenarios[0]!)
    const metrics = victoria
      ? { store: 'prometheus', write_url: victoria.url, read_url: victoria.url, private_networks: true }
      : {}
    const addresses = addressesOf(switches)
    const running = (service = await startService({
      databaseUrl: database.url,
      addresses,
      workers,
      port: network.port,
      atOnce,
      metrics,
    }))
    const count: CountValues = async () => {
      if (victoria) return victoria.samples()
      const { rows } = await database.admin.query(
        `select coalesce(sum(num_nonnulls(${slots})), 0)::float8 as sum from metrics_sample`,
      )
      return (rows[0] as { sum: number }).sum
    }
    const storeCpu = async () => (await server.cpuSec()) + (victoria ? usageOf(victoria.pid).cpuSec : 0)
    // Workers that have loaded all of their code and have nothing to do.
    await running.round(['interfaces_list', ...pollers], Math.min(20, switches))
    const idle = usageOf(...running.workers).rss
    const whole = await running.round(['interfaces_list', ...pollers])
    for (const fault of whole.faults) report.fault(fault)
    const before = await count()
    const first = await running.round(pollers)
    const stored = (await count()) - before
    const each = stored / Math.max(1, first.ends.length)
    // All switches are alike: each has as many values as the others.
    report.same(`values stored, ${store}`, stored, Math.round(each) * switches)
    const { latency: quiet } = await latencyDuring(running, () => sleep(quietMs))
    console.log(
      `${store}: ${Math.round(each)} values of each switch are stored; ` +
        `GET /device when quiet: p50 ${quiet.p50.toFixed(1)} ms, p99 ${quiet.p99.toFixed(1)} ms`,
    )
    for (const scenario of weathers) {
      await network.setWeather(scenario)
      await running.allUp()
      // What is known of the devices is that of the scenario.
      await running.round(pollers)
      const storeBefore = await storeCpu()
      const { result, cpuSec, grown } = await watch(running.workers, idle, () =>
        latencyDuring(running, () => running.round(pollers)),
      )
      const { ends, startedAt, requests, faults } = result.result
      const least = leastMs(requests / Math.max(1, ends.length), scenario)
      told({
        scenario: scenario.name,
        client: store,
        answered: ends.length,
        ...ratesOf(ends, startedAt),
        cpuSec,
        storeSec: (await storeCpu()) - storeBefore,
        grown,
        bound: least === 0 ? null : Math.min(switches, workers * atOnce) / (least / 1000),
        latency: result.latency,
      })
      for (const fault of faults) console.log(`    ${fault}`)
      await between(scenario)
    }
  } finally {
    await service?.stop()
    await database.drop()
    await victoria?.stop()
  }
}
