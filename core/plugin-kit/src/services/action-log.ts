import type { ExpectedPort } from '@linecard/driver-kit'
import type { Action } from '../actions.ts'
import type { Caller } from '../caller.ts'
import type { RunningOperation } from '../operation.ts'

/** An action that is not an operation of the API. */
export interface OwnAction {
  action: string
  status: 'SUCCESS' | 'FAILED'
  user: { id: number | null; login: string } | null
  device_id: number | null
  message: string
  /** Secrets in it are masked by their names. */
  meta: Readonly<Record<string, unknown>>
  ip: string | null
  session_id: number | null
  request_id: string | null
}

/** A change of a device that is about to be sent. */
export interface IntendedChange {
  /** The operation whose record it belongs to; null: it gets a record of its own. */
  operation: RunningOperation | null
  caller: Caller | null
  /** Null: the device is not in the inventory. */
  device_id: number | null
  /** Address of the device. */
  ip: string
  module: string
  /** Name of the change in the answer of its operation. */
  step?: string | undefined
  /** Secrets in it are masked. */
  args: Readonly<Record<string, unknown>>
  expected: ExpectedPort | null
}

/** How a change ended. `unknown`: it was sent, and nobody knows whether it was made. */
export interface ChangeEnd {
  outcome: 'done' | 'failed' | 'unknown'
  /** The answer of the module. */
  data?: unknown
  error?: { code: string; message: string }
}

/** The committed intent of a change. */
export interface Intent {
  /** Id of the record. */
  readonly id: number
  /** Call it once, before the outcome is told to anybody. Never fails. */
  end(how: ChangeEnd): Promise<void>
}

/**
 * `STARTED`: the change is being made. `UNKNOWN`: nobody knows whether it was made, because its process ended
 * or the device fell silent. `DONE`, `NOT_DONE`: it was unknown, and the device has shown it later.
 */
export const actionStatuses = ['SUCCESS', 'FAILED', 'STARTED', 'UNKNOWN', 'DONE', 'NOT_DONE'] as const
/**
 * Status of a record. `STARTED` ends with the operation or its process, `UNKNOWN` may become `DONE` or
 * `NOT_DONE`; the others stay.
 */
export type ActionStatus = (typeof actionStatuses)[number]

/** What the log knows of one run of an operation. */
export interface RecordedRun {
  /** Id of the record. */
  id: number
  status: ActionStatus
  message: string
  /** The changes of the device, in their order. */
  changes: readonly { module: string; step: string | null; evidence: string | null }[]
}

/** An action of the log that has ended: its status is not `STARTED`. */
export interface EndedAction {
  /** Grows by commits: a reader that keeps the last one misses none. */
  seq: number
  /** Id of the record. */
  id: number
  time: Date
  action: string
  status: ActionStatus
  user: { id: number | null; login: string | null } | null
  device_id: number | null
  message: string
  error_code: string | null
  ip: string | null
}

/** The log of actions, offered by `system`. Operations of the API are recorded without it. */
export interface ActionLog {
  /** Returns the id of the record. */
  record(action: OwnAction): Promise<number>
  /**
   * Commits that a device is about to be changed.
   * @throws if it cannot be committed; then the change must not be sent
   */
  intend(change: IntendedChange): Promise<Intent>
  /**
   * Records an operation of the API. A success is committed when it resolves, unless the database does not
   * answer: then it is written later. Never fails.
   */
  operation(action: Action): Promise<void>
  /** The record of a run that was about to change a device; null: no device was reached. */
  run(id: string): Promise<RecordedRun | null>
  /** Actions that ended after `seq`, in the order of their ends. */
  endedAfter(seq: number, limit: number): Promise<EndedAction[]>
  /** The last operation after a time that changed the device, or may have; null: none did. */
  lastChange(deviceId: number, after: Date): Promise<Omit<EndedAction, 'seq'> | null>
  /** The last `seq`; 0: none yet. */
  lastEnd(): Promise<number>
  /** Writes the records that this process still has in memory. */
  flush(): Promise<void>
  /** Removes records older than `days`; null: the days of the settings. Returns their number. */
  clear(days: number | null): Promise<number>
}
