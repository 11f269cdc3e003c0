import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActionStart } from './actions.ts'

/** An operation of the API that is recorded, while its handler runs. */
export interface RunningOperation {
  /** uuid of this run. */
  readonly id: string
  /** What its record has so far; secrets are masked. */
  describe(): ActionStart
  /** Secrets that its handler knows, whatever the names of their fields. */
  readonly secrets: Set<string>
  /** Its record is in the action log already, as an intent: a device is about to be changed. */
  intended: boolean
  /** Its answer is known. What it does later is no part of its record. */
  ended: boolean
}

const running = new AsyncLocalStorage<RunningOperation>()

/** Runs the handler of an operation. Everything that it calls belongs to the operation. */
export const inOperation = <T>(operation: RunningOperation, work: () => T): T => running.run(operation, work)

/** The operation that this code runs for; null: a job, or work that goes on after the answer. */
export function presentOperation(): RunningOperation | null {
  const operation = running.getStore()
  return operation && !operation.ended ? operation : null
}

/** Masks these texts in the record of the present operation. Without one nothing is recorded. */
export function keepFromRecord(secrets: readonly string[]): void {
  const operation = presentOperation()
  for (const secret of secrets) operation?.secrets.add(secret)
}
