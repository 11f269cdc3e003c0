import { type Driver, cutText, DeviceError } from '@linecard/driver-kit'
import { masked, type Logger, type Source, ApiError } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { soon } from '@linecard/plugin-kit/concurrency'
import { storable } from '../answers/json.ts'
import type { TranscriptEntry } from '../console/state.ts'
import { tables } from '../tables.ts'

/** Characters of a stored transcript; the output of a device may be endless. */
const maxTranscript = 64 * 1024

/** The transcript as it is stored: if it is too long, its end. Null if it is empty. */
function storedTranscript(transcript: readonly TranscriptEntry[]): TranscriptEntry[] | null {
  const kept: TranscriptEntry[] = []
  let room = maxTranscript
  for (const { sent, received } of transcript.toReversed()) {
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

/** What is kept of an exception: characters of its message, frames, and characters of all. */
const most = { message: 1_000, frames: 12, all: 4_000 }

/**
 * The message of an exception and the places in the code from which it came, each on one line, as it is
 * stored. Null: there is none, or the code of the error says all. `clean` masks secrets.
 */
export function stackOf(error: unknown, clean: (text: string) => string): string | null {
  const isKnown = error instanceof ApiError || (error instanceof DeviceError && error.fault !== 'driver')
  if (error === undefined || isKnown) return null
  const thrown = error instanceof DeviceError ? (error.cause ?? error) : error
  const said = cutText(clean(String(thrown)).replace(/\s+/g, ' '), most.message)
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line))
  return cutText([said, ...frames.slice(0, most.frames).map(frame => frame.trim())].join('\n'), most.all)
}

export interface CallRecord {
  time: Date
  deviceId: number | null
  /** Id of the device of which it is a copy; null: it is none. */
  copyOf?: number | null
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
  /** The transcript of the console, with secrets masked. */
  transcript?: readonly TranscriptEntry[]
  /** What ended it. */
  error?: unknown
}

/** Keeps a record of each call. `add` does not wait and does not fail. */
export interface CallLog {
  add(record: CallRecord): void
  /** Writes the records that are still in memory. */
  flush(): Promise<void>
}

export const noCallLog: CallLog = { add() {}, flush: async () => {} }

/** What is kept of arguments: as much as of a transcript. */
const argsLimits = { depth: 16, text: maxTranscript, size: 4 * maxTranscript, list: 1000, fields: 1000 }

function rowOf(record: CallRecord, drivers: readonly Driver[]) {
  const args = masked(record.args, { drivers, limits: argsLimits })
  return {
    time: record.time.toISOString(),
    device_id: record.deviceId,
    copy_of: record.copyOf ?? null,
    ip: record.ip,
    module: record.module,
    args: args.value ?? {},
    from: record.from,
    user_id: record.userId,
    login: record.login,
    ok: record.ok,
    error_code: record.errorCode,
    spent_ms: Math.round(record.spentMs),
    requests: record.requests,
    transcript: record.transcript?.length ? storedTranscript(record.transcript) : null,
    thrown: stackOf(record.error, args.clean),
  }
}
type Row = ReturnType<typeof rowOf>

/** Writes many rows in one statement with one parameter, whatever their number. */
const insertRows = (em: SqlEntityManager, rows: readonly Row[]) =>
  sql`
    insert into equipment_call (
      time, device_id, copy_of, ip, module, args, "from", user_id, login, ok, error_code, spent_ms,
      requests, transcript, thrown
    )
    select
      time, device_id, copy_of, ip, module, args, "from", user_id, login, ok, error_code, spent_ms,
      requests, transcript, thrown
    from jsonb_to_recordset(${storable(rows).text}::jsonb) as row (
      time timestamptz, device_id integer, copy_of integer, ip text, module text, args jsonb,
      "from" text, user_id integer, login text, ok boolean, error_code text, spent_ms integer,
      requests integer, transcript jsonb, thrown text
    )`.execute(tables(em))

/** Records in memory: while the database is down they must not fill the memory. */
const maxRecords = 10_000
const batchSize = 500

export interface DatabaseCallLogOptions {
  /** Longest time from a call to its record, in ms. */
  everyMs?: number
  /** Secrets in commands are masked as the consoles of these drivers write them. */
  drivers?(): readonly Driver[]
}

/** The table `equipment_call`. It is written in batches. */
export function databaseCallLog(
  em: () => SqlEntityManager,
  log: Logger,
  { everyMs = 500, drivers = () => [] }: DatabaseCallLogOptions = {},
): CallLog {
  let buffer: Row[] = []
  let lost = 0

  async function write(): Promise<void> {
    while (buffer.length > 0) {
      const batch = buffer.slice(0, batchSize)
      try {
        await insertRows(em(), batch)
      } catch (error) {
        log.warn(
          { err: error, waiting: buffer.length, lost },
          'cannot write the call log; the next call tries again',
        )
        return
      }
      buffer = buffer.slice(batch.length)
    }
    if (lost > 0) log.warn({ lost }, 'some calls were not logged, because the database was too slow')
    lost = 0
  }
  const writing = soon(everyMs, write, error => log.error({ err: error }, 'the call log cannot be written'))
  return {
    add(record) {
      if (buffer.length >= maxRecords) {
        lost++
        return
      }
      buffer.push(rowOf(record, drivers()))
      writing()
    },
    flush: writing.now,
  }
}
