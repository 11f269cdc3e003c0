import { counter, type Logger } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { doubling, gather, soon } from '@linecard/plugin-kit/concurrency'
import { lostActionsRow, type ActionRow, type Entry } from './row.ts'
import { insertActions, writeEntries } from './store.ts'

/** SQLSTATE classes 22 and 23: the row itself is wrong, so another attempt fails too. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

/** Maximum number of rows in memory while the database is down. */
const maxWaiting = 10_000
const batchRows = 100
const firstRetryMs = 500
const maxRetryMs = 15_000
/** An answer waits so long for its record. Then the record is written later. */
const maxAnswerWaitMs = 2_000

/** Entries that wait to be written. */
interface Queue {
  entries: Entry[]
  /** Number of actions that could not be kept. The log gets a row with it. */
  lost: number
}

const createCounters = () => {
  const written = counter('linecard_actions_recorded_total', 'Actions that were written to the action log')
  const lost = counter('linecard_actions_lost_total', 'Actions that could not be written to the action log')
  lost.add({}, 0)
  return { written, lost }
}

/** Writes the entries of a queue. Those that PostgreSQL refuses are dropped and counted. */
function createQueueWriter(em: () => SqlEntityManager, log: Logger, queue: Queue) {
  const counters = createCounters()
  const lose = (count: number) => {
    queue.lost += count
    counters.lost.add({}, count)
  }
  const refused = ({ row }: Entry, error: unknown) => {
    log.error({ err: error, action: row.action, request_id: row.request_id }, 'an action cannot be stored')
    lose(1)
  }

  /** A row that PostgreSQL refuses must not stop the rows after it. */
  async function writeOneByOne(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      try {
        await writeEntries(em(), [entry])
        counters.written.add()
      } catch (error) {
        if (!isRefused(error)) throw error
        refused(entry, error)
      }
      queue.entries.shift()
    }
  }

  async function writeBatch(): Promise<void> {
    const batch = queue.entries.slice(0, batchRows)
    try {
      await writeEntries(em(), batch)
      queue.entries.splice(0, batch.length)
      counters.written.add({}, batch.length)
    } catch (error) {
      if (!isRefused(error)) throw error
      await writeOneByOne(batch)
    }
  }

  return {
    counters,
    lose,
    refused,
    async write(): Promise<void> {
      while (queue.entries.length > 0) await writeBatch()
      if (queue.lost === 0) return
      const { lost } = queue
      await insertActions(em(), [lostActionsRow(lost)])
      queue.lost -= lost
    },
  }
}

export interface ActionWriter {
  /**
   * Adds an entry to those that are written soon. It never waits and never fails: one that cannot be kept is
   * counted, and the log gets a row about it as soon as it can be written.
   */
  add(entry: Entry): void
  /**
   * Resolves when the entry is committed, or after 2 s without a database: then it is written later. Never
   * fails.
   */
  commit(entry: Entry): Promise<void>
  /** Inserts one row. Returns its id. @throws the failure of the database */
  write(row: ActionRow): Promise<number>
  /** Tries to write the entries that wait in memory. */
  flush(): Promise<void>
  stop(): Promise<void>
  readonly metrics: readonly ReturnType<typeof counter>[]
}

/** Resolves with the work, or after so long. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, enough])
  clearTimeout(timer)
}

/** Writes actions to `system_action`: at once in groups, or at most `everyMs` after the action. */
export function createActionWriter(
  em: () => SqlEntityManager,
  log: Logger,
  { everyMs = 200, limit = maxWaiting }: { everyMs?: number; limit?: number } = {},
): ActionWriter {
  const queue: Queue = { entries: [], lost: 0 }
  const { counters, lose, refused, write } = createQueueWriter(em, log, queue)
  const inserts = gather<ActionRow, number>({ write: rows => insertActions(em(), rows), most: batchRows })
  const commits = gather({
    write: (entries: readonly Entry[]) => writeEntries(em(), entries),
    most: batchRows,
  })
  const retries = doubling(firstRetryMs, maxRetryMs)
  const writing = soon(
    everyMs,
    async () => {
      await write()
      retries.reset()
    },
    error => {
      const ms = retries.next()
      log.warn(
        { err: error, waiting: queue.entries.length, lost: queue.lost, again_in_ms: ms },
        'the action log cannot be written',
      )
      writing(ms)
    },
  )
  const add = (entry: Entry) => {
    if (queue.entries.length + commits.size() >= limit) return lose(1)
    queue.entries.push(entry)
    writing()
  }
  const committed = async (entry: Entry) => {
    try {
      await commits(entry)
      counters.written.add()
    } catch (error) {
      if (isRefused(error)) refused(entry, error)
      else add(entry)
    }
  }

  return {
    flush: writing.now,
    add,
    metrics: [counters.written, counters.lost],
    async commit(entry) {
      // While entries wait because the database is away, an answer does not wait for them.
      if (queue.entries.length >= limit || commits.size() >= limit) return lose(1)
      await within(maxAnswerWaitMs, committed(entry))
    },
    async write(row) {
      const id = await inserts(row)
      counters.written.add()
      return id
    },
    async stop() {
      await writing.now()
      await writing.stop()
      const lost = queue.entries.length + queue.lost
      if (lost > 0)
        log.error({ lost }, 'actions were not recorded: the database did not answer until the end')
    },
  }
}
