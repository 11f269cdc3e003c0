import type { HeardItem } from './orders.ts'

/** Items of one message to the main thread, and items on their way there, at most. */
const [batch, mostOnTheWay] = [500, 2000]
/** Between two messages, ms: a steady flow is stored in few statements, and a single item at once. */
const pauseMs = 100

/**
 * What waits for the main thread, bounded. It takes no more than it stores: while the database is away,
 * items wait here, and then messages are dropped before they are read.
 */
export class Outbox {
  readonly #most: number
  readonly #send: (items: HeardItem[]) => void
  #waiting: HeardItem[] = []
  #onTheWay = 0
  #soon = false
  #sentAt = -Infinity

  constructor(most: number, send: (items: HeardItem[]) => void) {
    this.#most = most
    this.#send = send
  }

  get waiting(): number {
    return this.#waiting.length + this.#onTheWay
  }
  get full(): boolean {
    return this.waiting >= this.#most
  }

  put(item: HeardItem): void {
    this.#waiting.push(item)
    this.#flushSoon()
  }

  /** So many items were stored. */
  stored(count: number): void {
    this.#onTheWay = Math.max(0, this.#onTheWay - count)
    this.#flushSoon()
  }

  #flushSoon(): void {
    if (this.#soon) return
    this.#soon = true
    const flush = () => {
      this.#soon = false
      this.#flush()
    }
    const waitMs = this.#sentAt + pauseMs - performance.now()
    // What arrives in the same turn goes together.
    if (waitMs <= 0) setImmediate(flush)
    else setTimeout(flush, waitMs)
  }

  #flush(): void {
    if (this.#waiting.length > 0) this.#sentAt = performance.now()
    while (this.#waiting.length > 0 && this.#onTheWay < mostOnTheWay) {
      const items = this.#waiting.splice(0, batch)
      this.#onTheWay += items.length
      this.#send(items)
    }
  }
}
