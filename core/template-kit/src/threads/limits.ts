import { availableParallelism } from 'node:os'
import type { RenderLimits } from '../contract/template.ts'

/** Limits that fit commands of equipment: a usual template needs 1 ms and 10 kB. */
export const defaultLimits: RenderLimits = {
  timeMs: 1000,
  memoryMb: 64,
  outputOctets: 1_048_576,
  threads: Math.max(2, Math.min(4, availableParallelism())),
  waiting: 1000,
}

/** So much longer than `timeMs` a worker may take to notice its limit by itself, ms. */
export const graceMs = 250

/** Longest start of a worker thread on a machine under load, ms. */
export const startMs = 15_000
