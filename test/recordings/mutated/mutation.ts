import type { Recording } from '@linecard/driver-kit/recording'
import type { Agent, Answered } from './ask.ts'
import type { Device } from './devices.ts'
import type { Difference } from './differences.ts'

/**
 * One changed device. `base`: the recording whose answers are expected, if it is not that of the device.
 * `touches`: only modules that read one of these columns are asked. `same`: both answers in a form in which
 * they must be equal. `expected`: whether a difference is what the change means. `proved`: what may be absent
 * without a word, because the agent itself has shown that it is not there; a function decides it for what a
 * module has read. `forbidden`: a value that no answer
 * may have. `tables`: the answers are also compared with the standard tables of the changed recording.
 */
export interface Mutant {
  what: string
  agent: Agent
  base?: Recording
  touches?: readonly string[]
  same?: (data: unknown) => unknown
  expected?: (difference: Difference) => boolean
  proved?: true | ((answered: Answered) => boolean)
  forbidden?: (value: unknown) => boolean
  tables?: true
}

/**
 * A kind of change. `read`: the columns that the modules of the device read, with their rows. Pure: the same
 * random numbers give the same changes.
 */
export interface Mutation {
  id: string
  text: string
  mutants(device: Device, random: () => number, read: ReadonlyMap<string, number>): Mutant[]
}

/** A random order of some values. */
export function shuffled<T>(random: () => number, values: readonly T[]): T[] {
  return values
    .map(value => [random(), value] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, value]) => value)
}
