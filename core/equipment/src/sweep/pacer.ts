/** Time between two looks at who may send, in ms. */
const TICK_MS = 5
/**
 * What may be sent at once after a pause of the process, in ms of the rate: more would overrun somebody's
 * receive buffer.
 */
const BURST_MS = 20
/**
 * Answers over which loss is judged, and the share that came only after a repetition from which it is
 * believed.
 */
const JUDGED = 30
const LOSSY = 0.2
const SLOWEST = 1 / 16

/** Token bucket of all sweeps of this process. */
export interface Pacer {
  /**
   * Calls `send` in its turn. It answers whether it sent something: whoever has lost interest costs nothing.
   */
  queue(send: () => boolean): void
  /**
   * An answer came, to a repetition or not. Where many need one, datagrams get lost on the way: everybody
   * sends more slowly for a while.
   */
  answered(repeated: boolean): void
  /** Answers get lost at present. */
  readonly lossy: boolean
  /** Datagrams a second, as it is now. */
  readonly rate: number
}

/** `full`: datagrams a second where nothing is lost; read at every use. */
export function createPacer(full: () => number): Pacer {
  let waiting: (() => boolean)[] = []
  let at = 0
  let tokens = 0
  let filled = 0
  let factor = 1
  let ticking = false
  const seen = { answers: 0, repeated: 0 }
  const rate = () => Math.max(1, full() * factor)

  const tick = () => {
    const now = performance.now()
    const most = Math.max(1, (rate() * BURST_MS) / 1000)
    tokens = Math.min(most, tokens + ((now - filled) * rate()) / 1000)
    filled = now
    while (at < waiting.length && tokens >= 1) if (waiting[at++]!()) tokens--
    if (at === waiting.length) {
      waiting = []
      at = 0
      ticking = false
      return
    }
    if (at > 4096) {
      waiting = waiting.slice(at)
      at = 0
    }
    setTimeout(tick, TICK_MS)
  }
  return {
    get rate() {
      return rate()
    },
    get lossy() {
      return factor < 1
    },
    queue(send) {
      waiting.push(send)
      if (ticking) return
      ticking = true
      setImmediate(tick)
    },
    answered(repeated) {
      seen.answers++
      if (repeated) seen.repeated++
      if (seen.answers < JUDGED) return
      factor =
        seen.repeated / seen.answers > LOSSY ? Math.max(SLOWEST, factor / 2) : Math.min(1, factor * 1.5)
      seen.answers = seen.repeated = 0
    },
  }
}
