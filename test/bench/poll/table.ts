import type { Latency } from './latency.ts'
import type { Rates } from './rates.ts'

/** How one client did in one scenario. */
export interface ReadingMeasure extends Rates {
  scenario: string
  client: string
  answered: number
  /** CPU of the client, without the store. */
  cpuSec: number
  /** CPU of PostgreSQL and VictoriaMetrics. */
  storeSec?: number
  /** Most resident octets above idle. */
  grown: number
  /** Devices a second that the round trips allow; null: no bound. */
  bound: number | null
  latency?: Latency
}

const columns = [
  ['scenario', 16],
  ['client', 17],
  ['answered', 9],
  ['devices/s', 10],
  ['first 90 %', 11],
  ['bound/s', 9],
  ['CPU s', 8],
  ['store CPU', 10],
  ['µs/value', 9],
  ['MB grown', 9],
  ['GET p50', 8],
  ['p99 ms', 8],
] as const

const line = (cells: readonly string[]) =>
  console.log(cells.map((cell, at) => cell.padStart(columns[at]![1])).join(''))

/** Prints the head, and gives what prints a row. `values`: of each device. */
export function printer(values: number): (measure: ReadingMeasure) => void {
  line(columns.map(([name]) => name))
  return ({ scenario, client, answered, all, most, cpuSec, storeSec, grown, bound, latency }) => {
    const each = ((cpuSec + (storeSec ?? 0)) / Math.max(1, answered) / values) * 1e6
    line([
      scenario,
      client,
      String(answered),
      all.toFixed(0),
      most.toFixed(0),
      bound === null ? '' : bound.toFixed(0),
      cpuSec.toFixed(2),
      storeSec?.toFixed(2) ?? '',
      each.toFixed(2),
      (grown / 1e6).toFixed(0),
      latency?.p50.toFixed(1) ?? '',
      latency?.p99.toFixed(1) ?? '',
    ])
  }
}
