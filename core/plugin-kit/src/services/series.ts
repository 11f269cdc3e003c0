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

/**
 * Where series are kept: in PostgreSQL or in a Prometheus-compatible store. Values wait in a bounded buffer
 * and are written in batches; while the store is away, the oldest are dropped and counted.
 */
export interface Series {
  add(points: readonly SeriesPoint[]): void
  /** Resolves when everything added so far is written, or given up. */
  flush(): Promise<void>
}
