import type { Static, TSchema } from 'typebox'
import type { Module } from '@linecard/driver-kit'
import type { Polled } from '@linecard/plugin-kit'
import type { SpeedChange } from '../rates/speed-changes.ts'
import type { Row } from '../series/row.ts'
import type { KeptStates } from '../rates/kept.ts'
import type { Subject, Subjects } from '../subjects.ts'

/** What the stores of polls work with. */
export interface PollParts {
  add(rows: readonly Row[]): void
  subjects: Subjects
  counters: KeptStates
  speeds: KeptStates
  /** Whether states of a device were stored that are newer than these. */
  isOvertaken(device: number, module: string, time: Date): Promise<boolean>
  /** Links came up with other speeds. */
  speedChanged(time: Date, changes: readonly SpeedChange[]): Promise<void>
}

/** Parts of a device in one poll at most: fans, sensors, sessions. */
export const maxParts = 256

/** What a module answered, with the time; null: nothing. */
export function answerOf<R extends TSchema>(
  { answers }: Polled,
  { name }: Pick<Module<TSchema, R>, 'name'> & { result: R },
): { data: Static<R>; time: number } | null {
  const answer = answers.get(name)
  if (answer?.data === undefined || answer.data === null) return null
  return { data: answer.data as Static<R>, time: answer.time.getTime() }
}

interface Referring {
  interface: { id: number; name: string }
}

/**
 * Rows of an answer with the stored interfaces that they are about; others are not stored yet, or unwanted.
 */
export async function withSubjects<R extends Referring>(
  { subjects }: PollParts,
  deviceId: number,
  rows: readonly R[],
): Promise<{ row: R; subject: Subject }[]> {
  const found = await subjects.having(
    deviceId,
    rows.map(row => row.interface),
  )
  return rows.flatMap(row => {
    const subject = found?.byKey.get(String(row.interface.id))
    return subject?.stored ? [{ row, subject }] : []
  })
}
