import type { Exporter } from './exporter.ts'
import { addressesOf, type Scenario } from './network.ts'
import { watch } from '../kit/processes.ts'
import { ratesOf } from './rates.ts'
import { portsPerSwitch } from '../kit/switch-mib.ts'
import type { ReadingMeasure } from './table.ts'

/** Scrapes that have not ended by then do not count, in ms: the last ones of a lossy network take minutes. */
const longestMs = 30_000

/** Debian's exporter scrapes all switches at the same time. It stores nothing. */
export async function measureExporter(
  exporter: Exporter,
  { switches, columns, idle }: { switches: number; columns: number; idle: number },
  scenario: Scenario,
): Promise<ReadingMeasure> {
  const wanted = columns * portsPerSwitch * 0.9
  const startedAt = performance.now()
  const ends: number[] = []
  const { cpuSec, grown } = await watch([exporter.pid], idle, async () => {
    const signal = AbortSignal.timeout(longestMs)
    await Promise.all(
      addressesOf(switches).map(async ip => {
        if ((await exporter.scrape(ip, signal)) >= wanted) ends.push(performance.now())
      }),
    )
  })
  return {
    scenario: scenario.name,
    client: 'exporter',
    answered: ends.length,
    ...ratesOf(ends, startedAt),
    cpuSec,
    grown,
    bound: null,
  }
}
