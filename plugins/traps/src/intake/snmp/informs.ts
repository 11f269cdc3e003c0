/** Informs of a sender that are remembered, and for how long, ms; senders at most. */
const [mostInforms, keptMs, mostSenders] = [16, 60_000, 2000]

/** Tells informs that came before: the sender did not get their confirmation. */
export class Informs {
  readonly #known = new Map<string, Map<number, number>>()

  isRepeated(address: string, id: number, now = performance.now()): boolean {
    let ids = this.#known.get(address)
    if (!ids) {
      if (this.#known.size >= mostSenders) this.#known.clear()
      this.#known.set(address, (ids = new Map()))
    }
    const before = ids.get(id)
    ids.delete(id)
    ids.set(id, now)
    if (ids.size > mostInforms) ids.delete(ids.keys().next().value!)
    return before !== undefined && now - before < keptMs
  }
}
