import { counter, type Logger } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { lostActionsRow, type ActionRow } from './row.ts'
import { insertActions } from './store.ts'

/** Maximum number of rows in memory while the database is down. */
const maxWaiting = 10_000
const batchRows = 100
const firstRetryMs = 500
const maxRetryMs = 15_000

/** SQLSTATE classes 22 and 23: the row itself is wrong, so another attempt fails too. */
const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

/** Rows that wait to be written. */
interface Queue {
  rows: ActionRow[]
  /** Number of actions that could not be kept. The log gets a row with it. */
  lost: number
}

const createCounters = () => {
  const written = counter('linecard_actions_recorded_total', 'Actions that were written to the action log')
  const lost = counter('linecard_actions_lost_total', 'Actions that could not be written to the action log')
  lost.add({}, 0)
  return { written, lost }
}

/** Writes the rows of a queue. Rows that PostgreSQL refuses are dropped and counted. */
function createQueueWriter(em: () => SqlEntityManager, log: Logger, queue: Queue) {
  const counters = createCounters()
  const lose = (count: number) => {
    queue.lost += count
    counters.lost.add({}, count)
  }

  /** A row that PostgreSQL refuses must not stop the rows after it. */
  async function writeOneByOne(rows: readonly ActionRow[]): Promise<void> {
    for (const row of rows) {
      try {
        await insertActions(em(), [row])
        counters.written.add()
      } catch (error) {
        if (!isRefused(error)) throw error
        log.error(
          { err: error, action: row.action, request_id: row.request_id },
          'an action cannot be stored',
        )
        lose(1)
      }
      queue.rows.shift()
    }
  }

  async function writeBatch(): Promise<void> {
    const batch = queue.rows.slice(0, batchRows)
    try {
      await insertActions(em(), batch)
      queue.rows.splice(0, batch.length)
      counters.written.add({}, batch.length)
    } catch (error) {
      if (!isRefused(error)) throw error
      await writeOneByOne(batch)
    }
  }

  return {
    counters,
    lose,
    async write(): Promise<void> {
      while (queue.rows.length > 0) await writeBatch()
      if (queue.lost === 0) return
      const { lost } = queue
      await insertActions(em(), [lostActionsRow(lost)])
      queue.lost -= lost
    },
  }
}

export interface ActionWriter {
  /**
   * Adds a row to the rows that are written soon. It never waits and never fails: a row that cannot be kept
   * is counted, and the log gets a row about it as soon as it can be written.
   */
  add(row: ActionRow): void
  /** Writes one row at once. Returns its id. */
  write(row: ActionRow): Promise<number>
  /** Tries to write the rows that wait in memory. */
  flush(): Promise<void>
  stop(): Promise<void>
  readonly metrics: readonly ReturnType<typeof counter>[]
}

/** Writes actions to `system_action` in batches, at most `everyMs` after the action. */
export function createActionWriter(
  em: () => SqlEntityManager,
  log: Logger,
  { everyMs = 200, limit = maxWaiting }: { everyMs?: number; limit?: number } = {},
): ActionWriter {
  const queue: Queue = { rows: [], lost: 0 }
  const { counters, lose, write } = createQueueWriter(em, log, queue)
  let retryMs = firstRetryMs
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const flushIn = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms).unref()
  }
  async function attempt(): Promise<void> {
    try {
      await write()
      retryMs = firstRetryMs
    } catch (error) {
      log.warn(
        { err: error, waiting: queue.rows.length, lost: queue.lost, again_in_ms: retryMs },
        'the action log cannot be written',
      )
      flushIn(retryMs)
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    }
  }
  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(attempt)
    return writing
  }

  return {
    flush,
    metrics: [counters.written, counters.lost],
    add(row) {
      if (queue.rows.length >= limit) return lose(1)
      queue.rows.push(row)
      flushIn(everyMs)
    },
    async write(row) {
      const [id] = await insertActions(em(), [row])
      counters.written.add()
      return id!
    },
    async stop() {
      await flush()
      if (timer) clearTimeout(timer)
      const lost = queue.rows.length + queue.lost
      if (lost > 0)
        log.error({ lost }, 'actions were not recorded: the database did not answer until the end')
    },
  }
}
