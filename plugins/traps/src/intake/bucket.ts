/** A token bucket: so many at once, and then so many a second. */
export class Bucket {
  #left: number
  #at: number
  readonly rate: number
  readonly burst: number

  constructor(rate: number, burst: number, now: number) {
    this.rate = rate
    this.burst = burst
    this.#left = burst
    this.#at = now
  }

  /** @param now ms of a clock that never goes back */
  take(now: number): boolean {
    this.#left = Math.min(this.burst, this.#left + ((now - this.#at) / 1000) * this.rate)
    this.#at = now
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
