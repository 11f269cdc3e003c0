import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { counter, type Logger } from '@linecard/plugin-kit'
import type { ActionRow } from './row.ts'

const columns = `time timestamptz, action text, status text, user_id integer, login text, device_id integer, message text, meta jsonb, error_code text, ip text,
  session_id integer, request_id text, operation_id text, duration_ms integer`
const names = columns
  .split(',')
  .map(column => column.trim().split(' ')[0])
  .join(', ')
const insert = `insert into system_action (${names}) select ${names} from jsonb_to_recordset(?::jsonb) as row (${columns}) returning id`

/** Records in memory at most; a database that is down must not fill it. */
const bufferLimit = 10_000
const batchSize = 100
const retryMs = { first: 500, most: 15_000 }

/** SQLSTATE classes 22 and 23: the row cannot be stored, however often it is tried. */
const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

/** Where actions are kept. */
export interface ActionStore {
  /**
   * Never waits and never fails; what cannot be kept is counted, and noted in the log itself as soon as that
   * can be written.
   */
  add(row: ActionRow): void
  /** Writes one row now. Gives its id. */
  write(row: ActionRow): Promise<number>
  /** Tries to write what is still in memory. */
  flush(): Promise<void>
  stop(): Promise<void>
  readonly metrics: readonly ReturnType<typeof counter>[]
}

/** The table `system_action`, written in batches at most `everyMs` after the action. */
export function createActionStore(
  em: () => SqlEntityManager,
  log: Logger,
  { everyMs = 200, limit = bufferLimit }: { everyMs?: number; limit?: number } = {},
): ActionStore {
  const written = counter('linecard_actions_recorded_total', 'Actions that were written to the action log')
  const lostCount = counter(
    'linecard_actions_lost_total',
    'Actions that could not be written to the action log',
  )
  lostCount.add({}, 0)
  const buffer: ActionRow[] = []
  let lost = 0
  let pauseMs = retryMs.first
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const put = async (rows: readonly ActionRow[]): Promise<number[]> =>
    (await em().execute<{ id: string }[]>(insert, [JSON.stringify(rows)])).map(({ id }) => Number(id))
  const lose = (count: number) => {
    lost += count
    lostCount.add({}, count)
  }
  const later = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms).unref()
  }

  /** One row that PostgreSQL refuses must not hold up those after it. */
  async function putEach(rows: readonly ActionRow[]): Promise<void> {
    for (const row of rows) {
      try {
        await put([row])
        written.add()
      } catch (error) {
        if (!isRefused(error)) throw error
        log.error(
          { err: error, action: row.action, request_id: row.request_id },
          'an action cannot be stored',
        )
        lose(1)
      }
      buffer.shift()
    }
  }
  async function write(): Promise<void> {
    while (buffer.length > 0) {
      const batch = buffer.slice(0, batchSize)
      try {
        await put(batch)
        buffer.splice(0, batch.length)
        written.add({}, batch.length)
      } catch (error) {
        if (!isRefused(error)) throw error
        await putEach(batch)
      }
    }
    if (lost === 0) return
    const gone = lost
    await put([
      {
        time: new Date().toISOString(),
        action: 'system-logs:lost',
        status: 'FAILED',
        user_id: null,
        login: null,
        device_id: null,
        message: `${gone} actions could not be recorded`,
        meta: { lost: gone },
        error_code: null,
        ip: null,
        session_id: null,
        request_id: null,
        operation_id: null,
        duration_ms: null,
      },
    ])
    lost -= gone
  }
  async function attempt(): Promise<void> {
    try {
      await write()
      pauseMs = retryMs.first
    } catch (error) {
      log.warn(
        { err: error, waiting: buffer.length, lost, again_in_ms: pauseMs },
        'the action log cannot be written',
      )
      later(pauseMs)
      pauseMs = Math.min(pauseMs * 2, retryMs.most)
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
    metrics: [written, lostCount],
    add(row) {
      if (buffer.length >= limit) return lose(1)
      buffer.push(row)
      later(everyMs)
    },
    async write(row) {
      const [id] = await put([row])
      written.add()
      return id!
    },
    async stop() {
      await flush()
      if (timer) clearTimeout(timer)
      if (buffer.length + lost > 0)
        log.error(
          { lost: buffer.length + lost },
          'actions were not recorded: the database could not be reached until the end',
        )
    },
  }
}
