import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freeUdpPort } from '../kit/ports.ts'
import type { Weather } from '../kit/agents.ts'

export type Scenario = Weather & { name: string }
export const scenarios: readonly Scenario[] = [
  { name: 'no delay', delayMs: 0, loss: 0, silent: 0 },
  { name: '30 ms', delayMs: 30, loss: 0, silent: 0 },
  { name: '30 ms, 5 % loss', delayMs: 30, loss: 0.05, silent: 0 },
  { name: '200 ms', delayMs: 200, loss: 0, silent: 0 },
  { name: '20 % silent', delayMs: 0, loss: 0, silent: 0.2 },
]
/** The shortest wait for an answer: what a lost datagram costs at least, ms. */
const shortestWaitMs = 250

/** Milliseconds that one device takes at least: its requests are sent one after the other. */
export const leastMs = (requests: number, { delayMs, loss }: Weather): number =>
  requests * (delayMs + (loss / (1 - loss)) * shortestWaitMs)

/** A hundred in each /24. */
export const addressesOf = (switches: number): string[] =>
  Array.from({ length: switches }, (_, at) => `127.43.${Math.floor(at / 100)}.${(at % 100) + 1}`)

export interface Network {
  /** The port of all switches. */
  port: number
  setWeather(weather: Weather): Promise<void>
  stop(): void
}

async function startAgents(port: number, own: readonly string[]): Promise<ChildProcess> {
  const child = fork(new URL('../kit/agents.ts', import.meta.url), [String(port), ...own])
  await once(child, 'message', { signal: AbortSignal.timeout(60_000) })
  return child
}

/** The switches, in two processes. */
export async function startNetwork(addresses: readonly string[]): Promise<Network> {
  const port = await freeUdpPort(addresses[0]!)
  const agents = await Promise.all(
    [0, 1].map(half =>
      startAgents(
        port,
        addresses.filter((_, at) => at % 2 === half),
      ),
    ),
  )
  return {
    port,
    async setWeather(weather) {
      await Promise.all(
        agents.map(async child => {
          const ready = once(child, 'message')
          child.send(weather)
          await ready
        }),
      )
    },
    stop() {
      for (const child of agents) child.disconnect()
    },
  }
}
