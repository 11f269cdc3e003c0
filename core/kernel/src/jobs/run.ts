import { JOB_ENDED, type Events, type Logger } from '@linecard/plugin-kit'
import { isUnavailable } from '../database/errors.ts'
import { fail } from '../errors.ts'
import { failureOf } from '../http/errors.ts'
import type { ScheduledJob } from './index.ts'
import { linesOf, type Lines } from './lines.ts'
import { progressOf, type Progress } from './progress.ts'
import type { Ending, RunStore } from './runs.ts'

/** How often a running job says that it is alive, in ms. */
const BEAT_MS = 5_000
/** Pauses before a report is written again while the database is away, in ms. */
const RETRY_MS = [500, 2_000]

export interface Claim {
  /** Id of the entry in the queue, and of the report. */
  id: string
  /** Login of whoever asked for the run; null when it was due. */
  requestedBy: string | null
  /** Fires when the queue believes this process dead, or is stopped. */
  signal: AbortSignal
}

interface Surroundings {
  runs: RunStore
  events: Pick<Events, 'emit'>
  log: Logger
  /** Fires with its reason when the service stops or the component goes off. */
  stopping: AbortSignal
  trouble(error: unknown): void
}

const told = ({ code, message }: { code: string; message: string }) => ({ code, description: message })

type Told = Record<'timeout' | 'stopping', AbortSignal>

function endingOf(
  thrown: { error: unknown } | null,
  { id, signal }: Claim,
  { timeoutSec }: ScheduledJob,
  { timeout, stopping }: Told,
): Ending {
  if (timeout.aborted) return { status: 'timeout', error: told(fail('JOB_TIMEOUT', { seconds: timeoutSec })) }
  if (stopping.aborted)
    return {
      status: 'aborted',
      error: told(fail('JOB_ABORTED', { why: (stopping.reason as Error).message })),
    }
  if (signal.aborted)
    return {
      status: 'aborted',
      error: told(fail('JOB_ABORTED', { why: 'the queue had not heard of this process for too long' })),
    }
  if (!thrown) return { status: 'ok', error: null }
  const { code, description } = failureOf(thrown.error)
  // A fault's own words may hold secrets: they are in the log only.
  if (code === 'INTERNAL_ERROR') return { status: 'errored', error: told(fail('JOB_ERRORED', { id })) }
  return { status: 'failed', error: { code, description } }
}

/** Says from time to time that the run is alive. Gives how to stop it. */
function heart(id: string, lines: Lines, { runs, trouble }: Surroundings): () => void {
  let [said, busy] = [0, false]
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    const count = lines.count()
    runs
      .beat(id, count > said ? lines : null)
      .then(() => {
        said = count
      }, trouble)
      .finally(() => {
        busy = false
      })
  }, BEAT_MS)
  return () => clearInterval(timer)
}

async function report(
  id: string,
  ending: Ending,
  { lines, progress }: { lines: Lines; progress: Progress },
  { runs }: Surroundings,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await runs.end(id, ending, lines, progress.now())
    } catch (error) {
      if (!isUnavailable(error) || tries >= RETRY_MS.length) throw error
      await new Promise(resolve => {
        setTimeout(resolve, RETRY_MS[tries])
      })
    }
  }
}

/** Runs a job once and keeps a report of it. Throws what the job threw, so that the queue knows. */
export async function runOnce(
  job: ScheduledJob & { run: NonNullable<ScheduledJob['run']> },
  claim: Claim,
  around: Surroundings,
): Promise<void> {
  const { log, stopping, events, runs, trouble } = around
  const lines = linesOf(log, { job: job.id, run: claim.id })
  await runs.start({ id: claim.id, key: job.id, requestedBy: claim.requestedBy }).catch((error: unknown) => {
    trouble(error)
    throw error
  })
  const started = performance.now()
  const stopBeating = heart(claim.id, lines, around)
  const progress = progressOf(said => runs.progress(claim.id, said).catch(trouble))
  const timeout = AbortSignal.timeout(job.timeoutSec * 1_000)
  const overdue = () => lines.log.warn(`the job was told to end after ${job.timeoutSec} s`)
  timeout.addEventListener('abort', overdue)
  let thrown: { error: unknown } | null = null
  try {
    await job.run({
      signal: AbortSignal.any([timeout, stopping, claim.signal]),
      log: lines.log,
      progress: progress.say,
    })
  } catch (error) {
    thrown = { error }
  }
  timeout.removeEventListener('abort', overdue)
  stopBeating()
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
  await report(claim.id, ending, { lines, progress }, around).catch(trouble)
  events.emit(JOB_ENDED, { key: job.id, status: ending.status, spent_ms })
  if (thrown) throw thrown.error
}
