import { type Column, end, type Table } from './columns.ts'
import type { Pace } from './pace.ts'
import { type Patience, Silent } from './patience.ts'

export type Group = readonly Column[]

/** What is read in groups. */
export interface Reading {
  pace: Pace
  limits: Patience
  table: Table
  /** Requests that were answered. */
  answers: number
  /** Called when the first wait of a request has run out. */
  onLate: (() => void) | undefined
}

export const openOf = ({ columns }: Table): Column[] => columns.filter(column => !column.done)

/**
 * Groups of columns of one walk that are asked for at the same time: all but one of them wait for lost ones.
 */
const mostWorkers = 3

/** Ends columns when nothing more may be asked. */
function isOver({ limits }: Reading, rest: Group): boolean {
  const reason = limits.budget?.over ?? (performance.now() >= limits.deadline ? 'time_limit' : null)
  if (reason) for (const column of rest) end(column, reason)
  return reason !== null
}

/**
 * Reads all columns, one group after the other. While a request waits for its repetition, the columns of
 * other groups are read.
 */
export async function readGroups(walk: Reading, step: (group: Group) => Promise<void>): Promise<void> {
  const { table, limits, pace } = walk
  const asked = new Set<Column>()
  const unasked = () => openOf(table).filter(column => !asked.has(column))
  const workers: Promise<void>[] = []
  async function work(): Promise<void> {
    while (unasked().length > 0) {
      await limits.budget?.turn(limits.signal)
      const rest = unasked()
      if (isOver(walk, rest)) return
      const group = rest.slice(0, pace.columns)
      const { answers } = walk
      for (const column of group) asked.add(column)
      try {
        if (group.length > 0) await step(group)
      } catch (error) {
        if (!(error instanceof Silent) || walk.answers === answers) throw error
        for (const column of group) if (!column.done) end(column, 'silent')
      } finally {
        for (const column of group) asked.delete(column)
      }
    }
  }
  const begin = () => {
    const worker = work()
    worker.catch(() => undefined)
    workers.push(worker)
  }
  walk.onLate = () => {
    if (workers.length < mostWorkers && unasked().length > 0) begin()
  }
  begin()
  // More of them may begin while these are waited for.
  for (const worker of workers) await worker.catch(() => undefined)
  await Promise.all(workers)
}
