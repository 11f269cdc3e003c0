import type { ReadingMeasure } from './table.ts'
import { addressesOf, leastMs, scenarios, type Network, type Scenario } from './network.ts'
import { inProcess, modules, targetOf } from './in-process.ts'
import { usageOf, watch } from '../kit/processes.ts'
import { ratesOf } from './rates.ts'

export interface AloneOptions {
  switches: number
  weathers: readonly Scenario[]
  told(measure: ReadingMeasure): void
}

/** Reading alone: `Equipment.poll` in this process, all devices at the same time, nothing stored. */
export async function measureAlone(
  network: Network,
  { switches, weathers, told }: AloneOptions,
): Promise<void> {
  const { equipment } = inProcess()
  const targets = addressesOf(switches).map((ip, at) => targetOf(ip, at, network.port))
  const idle = usageOf(process.pid).rss
  const pollAll = async () => {
    const startedAt = performance.now()
    const ends: number[] = []
    let requests = 0
    await Promise.all(
      targets.map(async target => {
        const polled = await equipment.poll(target, modules)
        requests += polled.requests
        // The answers are dropped, as they are when they are stored.
        if ([...polled.answers.values()].every(({ complete }) => complete)) ends.push(performance.now())
      }),
    )
    return { startedAt, ends, requests }
  }
  try {
    await network.setWeather(scenarios[0]!)
    await pollAll()
    for (const scenario of weathers) {
      await network.setWeather(scenario)
      // What is known of the devices is that of the scenario.
      await pollAll()
      const { result, cpuSec, grown } = await watch([process.pid], idle, pollAll)
      const { ends, startedAt, requests } = result
      const least = leastMs(requests / Math.max(1, ends.length), scenario)
      told({
        scenario: scenario.name,
        client: 'alone',
        answered: ends.length,
        ...ratesOf(ends, startedAt),
        cpuSec,
        grown,
        bound: least === 0 ? null : switches / (least / 1000),
      })
    }
  } finally {
    await equipment.close()
  }
}
