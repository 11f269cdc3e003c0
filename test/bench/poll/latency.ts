import { setTimeout as sleep } from 'node:timers/promises'

export interface Latency {
  p50: number
  p99: number
  requests: number
}

const pauseMs = 20

/** How long `GET /device` takes, one request after the other, until `work` has ended. */
export async function latencyDuring<T>(
  { url, key }: { url: string; key: string },
  work: () => Promise<T>,
): Promise<{ result: T; latency: Latency }> {
  const times: number[] = []
  let over = false
  const ask = async () => {
    while (!over) {
      const started = performance.now()
      const answer = await fetch(`${url}/api/v1/device`, { headers: { 'x-auth-key': key } })
      const text = await answer.text()
      times.push(performance.now() - started)
      if (!answer.ok) throw new Error(`${answer.status} ${text}`)
      await sleep(pauseMs)
    }
  }
  const asking = ask()
  asking.catch(() => undefined)
  const result = await work().finally(() => (over = true))
  await asking
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { result, latency: { p50: at(0.5), p99: at(0.99), requests: times.length } }
}
