import { setTimeout as sleep } from 'node:timers/promises'
import { at } from './numbers.ts'

/** What an ordinary client asks for, with the times of its requests in ms. */
export interface Load {
  name: string
  /** Requests a second. */
  rate: number
  ask(nth: number): Promise<Response>
}

export interface Measured {
  p50: number
  p99: number
  longest: number
  requests: number
  errors: number
}

/** A request without an answer after so many ms counts as failed. */
const giveUpMs = 30_000

/**
 * Sends the requests of a load at its rate, whether earlier ones were answered or not, and takes the time from the
 * moment at which each should have been sent: a service that stands still cannot hide it.
 */
export async function runLoad({ rate, ask }: Load, seconds: number): Promise<Measured> {
  const times: number[] = []
  let errors = 0
  const open: Promise<void>[] = []
  const started = performance.now()
  for (let nth = 0; nth < rate * seconds; nth++) {
    const due = started + (nth * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    open.push(
      ask(nth)
        .then(async answer => {
          await answer.arrayBuffer()
          if (!answer.ok) errors++
        })
        .catch(() => {
          errors++
        })
        .then(() => {
          times.push(performance.now() - due)
        }),
    )
  }
  await Promise.race([Promise.all(open), sleep(giveUpMs)])
  const lost = open.length - times.length
  const sorted = [...times, ...Array.from({ length: lost }, () => Infinity)].toSorted((a, b) => a - b)
  return {
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    longest: sorted.at(-1)!,
    requests: sorted.length,
    errors: errors + lost,
  }
}
