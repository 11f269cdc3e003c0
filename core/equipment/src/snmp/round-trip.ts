/**
 * How long to wait for an answer of one device before the request is sent again, as TCP does it (RFC 6298):
 * the smoothed round trip and its variance, doubled when nothing comes.
 */

/** What is remembered of a device. Null: nothing was measured. */
export interface RoundTripMemory {
  /** Smoothed round trip, ms. */
  srtt: number | null
  /** Its mean deviation, ms. */
  rttvar: number | null
  /** The last answer, as `performance.now()` of this process. */
  heardAt?: number | undefined
}

export interface RoundTrip {
  readonly memory: RoundTripMemory
  /** The wait after the first datagram of a request, ms. */
  readonly wait: number
  /** The answer to a request that was sent once. A repeated one does not tell which datagram it answers. */
  measured(ms: number): void
  /** The wait ran out. The next ones are longer, until an answer is measured. */
  lost(): void
  /** Both copies of a repeated request were answered: the device is slow, and nothing was lost. */
  spurious(ms: number): void
}

/** Gains of RFC 6298 §2.3. */
const [ofMean, ofDeviation] = [1 / 8, 1 / 4]
/**
 * Shortest wait, ms. The processor of a switch pauses so long for other work; a datagram that is repeated
 * earlier than that is often wasted.
 */
const shortestMs = 250
/** The wait for a device of which nothing is known, ms (RFC 6298 §2.1). */
const unknownMs = 1000

/** `ceilingMs`: the time-out of the access profile. No first wait is longer. */
export function createRoundTrip(ceilingMs: number, before?: Partial<RoundTripMemory> | null): RoundTrip {
  const memory: RoundTripMemory = {
    srtt: before?.srtt ?? null,
    rttvar: before?.rttvar ?? null,
    heardAt: before?.heardAt,
  }
  const bounded = (ms: number) => Math.min(ceilingMs, Math.max(shortestMs, ms))
  const estimate = () =>
    memory.srtt === null ? bounded(unknownMs) : bounded(memory.srtt + 4 * (memory.rttvar ?? memory.srtt / 2))
  let wait = estimate()
  const measured = (ms: number) => {
    memory.heardAt = performance.now()
    if (memory.srtt === null) {
      memory.srtt = ms
      memory.rttvar = ms / 2
    } else {
      memory.rttvar = (1 - ofDeviation) * (memory.rttvar ?? 0) + ofDeviation * Math.abs(memory.srtt - ms)
      memory.srtt = (1 - ofMean) * memory.srtt + ofMean * ms
    }
    wait = estimate()
  }
  return {
    memory,
    get wait() {
      return wait
    },
    measured,
    lost() {
      wait = Math.min(ceilingMs, wait * 2)
    },
    spurious(ms) {
      memory.heardAt = performance.now()
      if (memory.srtt === null || ms > memory.srtt + 4 * (memory.rttvar ?? 0)) {
        memory.srtt = ms
        memory.rttvar = ms / 2
      }
      wait = estimate()
    },
  }
}
