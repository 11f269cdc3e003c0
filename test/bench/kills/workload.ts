import type { World } from './world.ts'

/** What a workload has found in the end. Every figure except `done` and `cut` must be 0. */
export interface Findings {
  /** Requests that were acknowledged, and those that a kill cut. */
  done: number
  cut: number
  /** Acknowledged, and not in the action log as a success. */
  missing: number
  /** Reached a device, and not in the action log. */
  unrecorded: number
  /** Made twice. */
  duplicates: number
}

/**
 * Work that runs while the service is killed. A file each: `changes`, `groups`, `imports`, `readings`. Another one needs
 * only a line in `run.ts`.
 */
export interface Workload {
  name: string
  /** How many requests were acknowledged so far. Absent: a kill need not wait for them. */
  done?(): number
  /** Works until `signal` fires; a broken connection is no error. */
  work(signal: AbortSignal): Promise<void>
  /** After each start: what a client does about requests that were cut. */
  resume(): Promise<void>
  findings(): Promise<Findings>
}

export type StartWorkload = (world: World) => Workload
