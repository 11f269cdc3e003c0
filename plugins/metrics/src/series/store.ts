import type { WorstSeries } from '@linecard/plugin-kit'
import type { Row } from './row.ts'

export type Aggregate = 'avg' | 'min' | 'max'

/** What is asked of the store: some metrics of one family, of one device. */
export interface Wanted {
  family: number
  slots: readonly number[]
  device: number
  /** Interfaces; null: the device itself and its parts. */
  interfaces: readonly number[] | null
  /** Times of the answer, seconds since 1970: `from`, `from + step`, … `to`. Both are multiples of `step`. */
  from: number
  to: number
  step: number
  aggregate: Aggregate
}

/**
 * What is asked of all interfaces: averages of some metrics of one family after `from`, up to `to` (seconds).
 */
export interface WorstWanted {
  family: number
  slots: readonly number[]
  from: number
  to: number
  above: number
  limit: number
  /** Only these; null: all. */
  interfaces: readonly number[] | null
}

/** The value of a time is made of what was read after the time before, up to this one. */
export interface Found {
  /** 0: the device itself. */
  interface: number
  part: string
  slot: number
  /** One for each time; null: nothing was read. */
  values: (number | null)[]
}

/** Where series are kept. */
export interface SeriesStore {
  /** @throws what `isAway` understands */
  write(rows: readonly Row[]): Promise<void>
  /** Whether the same rows may be written later. */
  isAway(error: unknown): boolean
  /** Series without any value are left out. @throws ApiError METRICS_STORE_* */
  read(wanted: Wanted, signal: AbortSignal): Promise<Found[]>
  /** Interfaces whose average over the time is above a value, the largest first. @throws as `read` */
  worst(wanted: WorstWanted, signal: AbortSignal): Promise<WorstSeries[]>
  /** The step that can be answered for a time that begins here, at least this one. Seconds. */
  stepFrom(from: number, step: number): number
}

/** The grid of an answer. */
export const pointsOf = ({ from, to, step }: Pick<Wanted, 'from' | 'to' | 'step'>): number =>
  to < from ? 0 : Math.floor((to - from) / step) + 1
