import type { TObject } from 'typebox'
import type { JobTools } from '@linecard/plugin-kit'

/** A job of an enabled component. */
export interface ScheduledJob {
  /** Name of its queue: letters, digits, `_ - . /`. */
  id: string
  /** Key of the component that declares it. */
  component: string
  summary: string
  /** Five-field cron in UTC, if operators set none. */
  cron: string
  timeoutSec: number
  /** Schema of its arguments. */
  args?: TObject
  /** Null if its plugin does not run in this process. Other processes may run it. */
  run: ((tools: JobTools) => Promise<void>) | null
}

/** A job whose plugin runs in this process. */
export type RunnableJob = ScheduledJob & { run: NonNullable<ScheduledJob['run']> }
