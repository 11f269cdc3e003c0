import { jobEnded, type Events, type Logger } from '@linecard/plugin-kit'
import { isUnavailable } from '../database/errors.ts'
import { fail } from '../errors.ts'
import { failureOf } from '../http/errors.ts'
import { argsOf } from './arguments.ts'
import { createLines, type Lines } from './lines.ts'
import { progressOf, type Progress } from './progress.ts'
import type { Ending, RunStore } from './runs.ts'
import type { RunnableJob, ScheduledJob } from './scheduled-job.ts'
import type { JobSettings } from './settings.ts'

/** Interval of the heartbeat of a run, in ms. */
const heartbeatMs = 5_000
/** Pauses before a report is written again while the database is away, in ms. */
const retryMs = [500, 2_000]

export interface Claim {
  /** Id of the entry in the queue, and of the report. */
  id: string
  /** Login of the caller who asked for the run. Null if it was due. */
  requestedBy: string | null
  /** What that caller gave to it. */
  args: Record<string, unknown> | null
  /** Aborted when the queue takes this process for dead, or stops. */
  signal: AbortSignal
}

interface RunTools {
  runs: RunStore
  settings: Pick<JobSettings, 'read'>
  events: Pick<Events, 'emit'>
  log: Logger
  /** Aborted with its reason when the service stops or the component is switched off. */
  stopping: AbortSignal
  logFailure(error: unknown): void
}

const errorOf = ({ code, message }: { code: string; message: string }) => ({ code, description: message })

type Signals = Record<'timeout' | 'stopping', AbortSignal>

function endingOf(
  thrown: { error: unknown } | null,
  { id, signal }: Claim,
  { timeoutSec }: ScheduledJob,
  { timeout, stopping }: Signals,
): Ending {
  if (timeout.aborted)
    return { status: 'timeout', error: errorOf(fail('JOB_TIMEOUT', { seconds: timeoutSec })) }
  if (stopping.aborted)
    return {
      status: 'aborted',
      error: errorOf(fail('JOB_ABORTED', { why: (stopping.reason as Error).message })),
    }
  if (signal.aborted)
    return {
      status: 'aborted',
      error: errorOf(fail('JOB_ABORTED', { why: 'the queue had not heard of this process for too long' })),
    }
  if (!thrown) return { status: 'ok', error: null }
  const { code, description } = failureOf(thrown.error)
  // The message of an internal error may contain secrets. It goes to the log only.
  if (code === 'INTERNAL_ERROR') return { status: 'errored', error: errorOf(fail('JOB_ERRORED', { id })) }
  return { status: 'failed', error: { code, description } }
}

/** Writes heartbeats of a run. Returns the function that stops them. */
function startHeartbeat(id: string, lines: Lines, { runs, logFailure }: RunTools): () => void {
  let [written, busy] = [0, false]
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    const count = lines.count()
    runs
      .beat(id, count > written ? lines : null)
      .then(() => {
        written = count
      }, logFailure)
      .finally(() => {
        busy = false
      })
  }, heartbeatMs)
  return () => clearInterval(timer)
}

async function report(
  id: string,
  ending: Ending,
  { lines, progress }: { lines: Lines; progress: Progress },
  { runs }: RunTools,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await runs.end(id, ending, lines, progress.now())
    } catch (error) {
      if (!isUnavailable(error) || tries >= retryMs.length) throw error
      await new Promise(resolve => {
        setTimeout(resolve, retryMs[tries])
      })
    }
  }
}

/**
 * Runs a job once and stores its report. One that was due waited in the queue for some seconds: if an
 * operator has switched it off meanwhile, nothing happens.
 * @throws what the job threw, for the queue
 */
export async function runOnce(job: RunnableJob, claim: Claim, tools: RunTools): Promise<void> {
  const { log, stopping, events, runs, settings, logFailure } = tools
  const lines = createLines(log, { job: job.id, run: claim.id })
  const { id, requestedBy, args } = claim
  try {
    if (requestedBy === null && (await settings.read()).get(job.id)?.enabled === false) return
    await runs.start({ id, key: job.id, requestedBy, args })
  } catch (error) {
    logFailure(error)
    throw error
  }
  const started = performance.now()
  const stopHeartbeat = startHeartbeat(claim.id, lines, tools)
  const progress = progressOf(now => runs.progress(claim.id, now).catch(logFailure))
  const timeout = AbortSignal.timeout(job.timeoutSec * 1_000)
  const overdue = () => lines.log.warn(`the job is stopped after ${job.timeoutSec} s`)
  timeout.addEventListener('abort', overdue)
  let thrown: { error: unknown } | null = null
  try {
    await job.run({
      args: argsOf(job.id, job.args, args ?? {}),
      signal: AbortSignal.any([timeout, stopping, claim.signal]),
      log: lines.log,
      progress: progress.report,
    })
  } catch (error) {
    thrown = { error }
  }
  timeout.removeEventListener('abort', overdue)
  stopHeartbeat()
  await progress.stop()
  const ending = endingOf(thrown, claim, job, { timeout, stopping })
  const spent_ms = Math.round(performance.now() - started)
  const fields = { job: job.id, run: claim.id, status: ending.status, spent_ms }
  if (ending.status === 'ok') log.debug(fields, 'job done')
  else
    log[ending.status === 'aborted' ? 'warn' : 'error'](
      { ...fields, ...(thrown ? { err: thrown.error } : {}) },
      `job ended: ${ending.error?.description}`,
    )
  await report(claim.id, ending, { lines, progress }, tools).catch(logFailure)
  events.emit(jobEnded, { key: job.id, status: ending.status, spent_ms })
  if (thrown) throw thrown.error
}
