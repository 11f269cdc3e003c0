import type { Failing } from '@linecard/plugin-kit'
import type { ColumnType, Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'

/** `ok`: all was read and stored; `partial`: some of it; `failed`: nothing; `skipped`: nobody asked it. */
export type Result = 'ok' | 'partial' | 'failed' | 'skipped'

type Json<T> = ColumnType<T, string | undefined, string>

/** One row for each device that is polled. */
export interface DeviceTable {
  device_id: number
  /** The group of workers that polls it. */
  worker: Generated<string>
  /** The earliest of `due`. */
  next_at: Date
  planned_at: Date
  /** When each poller is due, in ms since the epoch. */
  due: Json<Record<string, number>>
  /** When each poller last began, in ms since the epoch. */
  last: Json<Record<string, number>>
  /** sysUpTime of the last poll, hundredths of a second. */
  uptime: string | null
  uptime_at: Date | null
  polled_at: Date | null
  spent_ms: number | null
  requests: number | null
  result: Result | null
  error: string | null
  polls: Generated<string>
  failures: Generated<string>
  /** Polls that did not take place, because the one before took too long. */
  skipped: Generated<string>
  /** What fails, see `Failing`. */
  failing: Json<Failing>
  failing_since: Date | null
  /** When it began to count its uptime again, and when a poll found that; null: never seen. */
  restarted_at: Date | null
  restart_seen_at: Date | null
}

/** How one poller of a run went. */
export interface RunDetail {
  result: Result
  /** Names of modules, with the reason why they gave nothing or not all. */
  missing: { module: string; code: string | null; description: string }[]
  /** Plugins that could not store it, with the reason. */
  unstored: { component: string; description: string }[]
}

/** A module of which the driver says that the model should not be asked. */
export interface RunWarning {
  poller: string
  module: string
  reason: string
}

export interface RunTable {
  id: Generated<string>
  device_id: number
  /** Login; null: the poll was due. */
  asked_by: string | null
  pollers: Json<string[]>
  state: 'waiting' | 'running' | 'done'
  result: Result | null
  error: string | null
  details: Json<Record<string, RunDetail>>
  /** What the driver says against it. */
  warnings: Json<RunWarning[]>
  done: Generated<number>
  total: number | null
  requests: number | null
  spent_ms: number | null
  created_at: Generated<Date>
  started_at: Date | null
  ended_at: Date | null
}

export interface Tables {
  pollers_device: DeviceTable
  pollers_run: RunTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
