import pLimit from 'p-limit'

/**
 * Runs works of this process. Each keeps the asynchronous context of who asked for it. A failure is told to
 * who asked, and to nobody else.
 */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/** So many works at once; the others wait, in the order in which they came. */
export function limit(most: number): Limit {
  const turn = pLimit(most)
  return work => turn(work)
}

/** Works one after the other. */
export interface Mutex extends Limit {
  /** Settles when all works so far have ended. Never rejects. */
  idle(): Promise<void>
}

/** One work at a time; the others wait, in the order in which they came. */
export function mutex(): Mutex {
  const turn = limit(1)
  return Object.assign(<T>(work: () => Promise<T>) => turn(work), { idle: () => turn(async () => undefined) })
}

/** A work that runs once for all who ask for it meanwhile. */
export interface Shared<T> {
  (): Promise<T>
  /** Settles when no run is under way. Never rejects. */
  idle(): Promise<void>
}

/** Who asks for `work` while it runs gets the result of that run. */
export function shared<T>(work: () => Promise<T>): Shared<T> {
  let running: Promise<T> | null = null
  const run = () =>
    (running ??= work().finally(() => {
      running = null
    }))
  return Object.assign(run, {
    async idle() {
      while (running) await running.catch(() => undefined)
    },
  })
}
