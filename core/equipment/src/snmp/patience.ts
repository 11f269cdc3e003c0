import type { Budget } from '../limits/budget.ts'

/** One request had no answer after all its repetitions. It becomes a DeviceError where a call ends. */
export class Silent extends Error {
  override name = 'Silent'
  /** A message with the id of the request came, but could not be read. */
  readonly nonsense: boolean
  constructor(nonsense: boolean) {
    super('no answer')
    this.nonsense = nonsense
  }
}

export interface Patience {
  /**
   * For how many time-outs of the access profile an answer is waited for. Within this time the request is
   * repeated as the round trips of the device suggest: a known device sooner and more often.
   */
  attempts: number
  /** Latest end of the wait, as `performance.now()`. */
  deadline: number
  /** The request is sent once, and its answer is waited for so long, in ms. */
  onceMs?: number
  /** Ends the wait. The call then gives what it has, or throws DeviceTimeout. */
  signal?: AbortSignal
  /** What the call may still take. Whoever reads an answer counts it. */
  budget?: Budget
  /**
   * The first wait of a request has run out: until its answer comes, the device can be asked something else.
   */
  onLate?: (() => void) | undefined
}

/** Waits double until the time-out of the access profile; from there on they grow slowly, as far as this. */
export const [untilTimeout, backoff, maxBackoff] = [2, 1.5, 4]

/** The whole wait for one answer: so many time-outs, each longer than the one before. */
export function patienceMs(timeoutMs: number, attempts: number): number {
  let [total, wait] = [0, timeoutMs]
  for (let at = 0; at < attempts; at++) {
    total += wait
    wait = Math.min(wait * backoff, timeoutMs * maxBackoff)
  }
  return total
}
