import { missingTools } from '@linecard/test-kit/worlds/on-demand'
import { at, median } from '../kit/numbers.ts'

const missing = await missingTools('test/bench/api')
if (missing) throw new Error(missing)
const { default: autocannon } = await import('autocannon')

export interface Ask {
  method?: 'GET' | 'PUT'
  path: string
  body?: object
}
export interface Measured {
  perSec: number
  p50: number
  p99: number
  requests: number
  errors: number
}

/**
 * Number of clients at the same time. Each sends its next request after the last answer: programs for the
 * list, people and portals for the searches.
 */
export const clients = { list: 8, search: 4 }

/**
 * One round. All clients send the same requests, and each starts at another one. Latencies are measured here,
 * because those of autocannon are whole milliseconds.
 */
export function round(
  url: string,
  key: string,
  asks: readonly Ask[],
  seconds: number,
  connections: number,
): Promise<Measured> {
  const requests = asks.map(({ method = 'GET', path, body }) => ({
    method,
    path: `/api/v1${path}`,
    headers: { 'x-auth-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }))
  let nth = 0
  const times: number[] = []
  return new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections,
        duration: seconds,
        requests,
        skipAggregateResult: false,
        setupClient(client) {
          const from = Math.floor((nth++ * requests.length) / connections)
          client.setRequests([...requests.slice(from), ...requests.slice(0, from)])
        },
      },
      (error: unknown, result) => {
        if (error) return reject(error as Error)
        const sorted = times.toSorted((a, b) => a - b)
        resolve({
          perSec: times.length / result.duration,
          p50: at(sorted, 0.5),
          p99: at(sorted, 0.99),
          requests: times.length,
          errors: result.errors + result.timeouts + result.non2xx,
        })
      },
    )
    run.on('response', (_client, _status, _bytes, responseTime) => {
      times.push(responseTime)
    })
  })
}

/** The medians of several rounds, and all their errors. */
export const together = (rounds: readonly Measured[]): Measured => ({
  perSec: median(rounds.map(one => one.perSec)),
  p50: median(rounds.map(one => one.p50)),
  p99: median(rounds.map(one => one.p99)),
  requests: rounds.reduce((sum, one) => sum + one.requests, 0),
  errors: rounds.reduce((sum, one) => sum + one.errors, 0),
})
