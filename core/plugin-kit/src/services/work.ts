/** A unit of work that waits for a process to take it. */
export interface WorkUnit {
  /** At most one unit with this key waits or is done at a time, in the whole installation. */
  key: string
  /** What the process that takes it must know; small. */
  data?: Readonly<Record<string, unknown>>
  /** Units with a higher number are taken first. 0 by default. */
  priority?: number
}

/** A unit that this process does now. Nobody else takes it, for as long as it is kept. */
export interface TakenUnit {
  /** uuid */
  id: string
  /** Counts how often the unit was taken. What ends an earlier taking leaves a later one alone. */
  attempt: number
  key: string
  data: Readonly<Record<string, unknown>>
}

/** One queue of units. Each method is one statement, for as many units as are given. */
export interface WorkQueue {
  /** Adds units. Those whose key waits or is done already are left out. Returns the number of the others. */
  put(units: readonly WorkUnit[]): Promise<number>
  /** Takes up to `atMost` units, the oldest of the highest priority first. */
  take(atMost: number): Promise<TakenUnit[]>
  /** Tells that this process is still at work on them. Returns the ids of those that it has not lost. */
  keep(units: readonly TakenUnit[]): Promise<ReadonlySet<string>>
  /** Ends units. Returns the ids of those that were still this process's own. */
  done(units: readonly TakenUnit[]): Promise<ReadonlySet<string>>
  /**
   * Takes back the units of these keys that wait. Returns the keys of those that a process does now: they end
   * by themselves, or are lost with it.
   */
  withdraw(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Removes what is left of ended units. */
  tidy(): Promise<void>
}

/**
 * Work that any process of the installation may take, offered by the kernel. A unit whose process was not
 * heard of for the time of its lease is lost: its key is free again. Who put it decides whether to put it
 * once more.
 */
export interface Work {
  /** Whether this process takes work: it is a worker, or the service that has no workers of its own. */
  readonly takes: boolean
  /** Whether this process finds out what is to be done: services and workers do, commands do not. */
  readonly plans: boolean
  /** The group of workers to which this process belongs; `''` is the default group. */
  readonly group: string
  /**
   * Opens a queue, and makes it if there is none.
   *
   * @param name lower case letters, digits, `-`, `_`, `.` and `/`
   * @param leaseSec at least 30: a unit whose process was silent for half of it is free again 8 s later
   * @throws when the database is away
   */
  queue(name: string, leaseSec: number): Promise<WorkQueue>
  /**
   * Calls `end` when this process stops, while its queues can still be used. Returns what takes this back.
   */
  onStop(end: () => Promise<void>): () => void
}
