/** Runs work one after the other. A failure does not keep the next work from running. */
export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Settles when all work so far has ended. Never rejects. */
  idle(): Promise<void>
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
    async idle() {
      await last
    },
  }
}
