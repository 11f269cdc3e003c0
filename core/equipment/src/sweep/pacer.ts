/** How often the queue is served, in ms. */
const tickMs = 5
/**
 * How much may be sent at once after a pause of the process, in ms of the rate. More would overflow a receive
 * buffer.
 */
const burstMs = 20
/** Loss is judged over so many answers, by the share of those that needed a repetition. */
const judgedAnswers = 30
const lossyShare = 0.2
const slowestFactor = 1 / 16

/**
 * Token bucket of all sweeps of this process.
 *
 * Not a package such as `p-throttle` or `bottleneck`: the rate adapts to loss, and a datagram that is no
 * longer wanted must not use a token.
 */
export interface Pacer {
  /** Calls `send` in its turn. It returns false if it sent nothing, and then uses no token. */
  queue(send: () => boolean): void
  /**
   * Notes an answer, to the first datagram or to a repetition. If many need a repetition, datagrams get lost,
   * and all sweeps send more slowly for a while.
   */
  answered(repeated: boolean): void
  /** Datagrams get lost at present. */
  readonly lossy: boolean
  /** Datagrams a second at present. */
  readonly rate: number
}

/** `full` gives the datagrams a second without loss; it is called at every use. */
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
    const most = Math.max(1, (rate() * burstMs) / 1000)
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
    setTimeout(tick, tickMs)
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
      if (seen.answers < judgedAnswers) return
      factor =
        seen.repeated / seen.answers > lossyShare
          ? Math.max(slowestFactor, factor / 2)
          : Math.min(1, factor * 1.5)
      seen.answers = seen.repeated = 0
    },
  }
}
