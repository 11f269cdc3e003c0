import type { RawBuilder } from '../sql.ts'

/** One value of a series. The series is what the other members name together. */
export interface SeriesPoint {
  /** Name of the metric, as `GET /component/metrics_wrapper` and `/metrics` know it: `device_cpu_ratio`. */
  metric: string
  device_id: number
  /** The stored interface it is about; null: the device itself. */
  interface_id: number | null
  /** What tells several series of one device apart: `CPU 1`, `fan 2`. Empty: nothing. */
  part: string
  /** Milliseconds since 1970. */
  time: number
  value: number
}

/** What is asked of all interfaces at once. */
export interface WorstAsked {
  /** Metrics that are read together, as `interface_receive_errors_per_second` and its neighbours. */
  metrics: readonly string[]
  /** Exclusive. */
  from: Date
  to: Date
  /** Only interfaces of which one of the averages is above this. */
  above: number
  /** Most rows: those with the largest average stay. */
  limit: number
  /** Only these interfaces; absent: all. */
  interface_ids?: readonly number[]
}

/** Averages of one interface over the asked time. */
export interface WorstSeries {
  device_id: number
  interface_id: number
  /**
   * Averages over the time, in the order of the metrics; null: nothing was read, or it is not above the
   * bound.
   */
  values: (number | null)[]
}

/**
 * Where series are kept: in PostgreSQL or in a Prometheus-compatible store. Values wait in a bounded buffer
 * and are written in batches; while the store is away, the oldest are dropped and counted.
 */
export interface Series {
  /**
   * Puts values into the buffer. Never throws, and waits for nothing. What has an unknown metric or is no
   * finite number is dropped and counted.
   */
  add(points: readonly SeriesPoint[]): void
  /**
   * The interfaces with the largest averages over a time, of all devices.
   * @throws ApiError METRICS_STORE_* if the store is away
   */
  worst(asked: WorstAsked, signal: AbortSignal): Promise<WorstSeries[]>
  /**
   * Ports whose link came up with a lower speed than they had since a time, as a query to be joined with
   * interfaces that the caller sees: `interface_id`, `speed` and `highest` (octets a second), `fell_at`.
   */
  lowered(since: Date): RawBuilder<unknown>
  /** Resolves when everything added so far is written, or given up. */
  flush(): Promise<void>
}
