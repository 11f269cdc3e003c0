import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Logger, Source } from '@linecard/plugin-kit'
import type { Said } from '../cli/console.ts'
import { masked, storable } from '../answers/json.ts'

export interface CallRecord {
  time: Date
  deviceId: number | null
  ip: string
  module: string
  args: unknown
  from: Source
  userId: number | null
  login: string | null
  ok: boolean
  errorCode: string | null
  spentMs: number
  requests: number
  /** What was said at the console, secrets masked. */
  said?: readonly Said[]
}

/** Where calls are noted. `add` never waits and never fails. */
export interface CallLog {
  add(record: CallRecord): void
  /** Writes what is still in memory. */
  flush(): Promise<void>
}

export const noCallLog: CallLog = { add() {}, flush: async () => {} }

const insert = `insert into equipment_call (time, device_id, ip, module, args, "from", user_id, login, ok, error_code, spent_ms, requests, transcript)
  select time, device_id, ip, module, args, "from", user_id, login, ok, error_code, spent_ms, requests, transcript
  from jsonb_to_recordset(?::jsonb) as row (time timestamptz, device_id integer, ip text, module text, args jsonb, "from" text, user_id integer, login text,
    ok boolean, error_code text, spent_ms integer, requests integer, transcript jsonb)`

/** Characters of a transcript that are kept; what a device prints has no end. */
const mostTranscript = 64 * 1024

/** The transcript as it is kept: the latest lines, where it is too long. Null: nothing was said. */
export function transcriptOf(said: readonly Said[]): Said[] | null {
  const kept: Said[] = []
  let room = mostTranscript
  for (const { sent, received } of said.toReversed()) {
    if (room <= sent.length) break
    room -= sent.length
    kept.unshift({
      sent,
      received: received.length <= room ? received : `…${received.slice(received.length - room)}`,
    })
    room -= Math.min(received.length, room)
  }
  return kept.length > 0 ? kept : null
}

const rowOf = (record: CallRecord) => ({
  time: record.time.toISOString(),
  device_id: record.deviceId,
  ip: record.ip,
  module: record.module,
  args: masked(record.args) ?? {},
  from: record.from,
  user_id: record.userId,
  login: record.login,
  ok: record.ok,
  error_code: record.errorCode,
  spent_ms: Math.round(record.spentMs),
  requests: record.requests,
  transcript: transcriptOf(record.said ?? []),
})

/** Records in memory at most; a database that is down must not fill it. */
const bufferLimit = 10_000
const batchSize = 500

/** The table `equipment_call`, written in batches at most `everyMs` after the call. */
export function databaseCallLog(em: () => SqlEntityManager, log: Logger, everyMs = 500): CallLog {
  let buffer: ReturnType<typeof rowOf>[] = []
  let lost = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    while (buffer.length > 0) {
      const batch = buffer.slice(0, batchSize)
      try {
        await em().execute(insert, [storable(batch).text], 'run')
      } catch (error) {
        log.warn(
          { err: error, waiting: buffer.length, lost },
          'the call log cannot be written; it is tried again with the next call',
        )
        return
      }
      buffer = buffer.slice(batch.length)
    }
    if (lost > 0) log.warn({ lost }, 'calls were not logged: the database did not keep up')
    lost = 0
  }
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(write)
    return writing
  }
  return {
    add(record) {
      if (buffer.length >= bufferLimit) {
        lost++
        return
      }
      buffer.push(rowOf(record))
      timer ??= setTimeout(() => void flush(), everyMs).unref()
    },
    flush,
  }
}
