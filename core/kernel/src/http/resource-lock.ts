import { limit } from '@linecard/plugin-kit/concurrency'
import type { Database } from '../database/index.ts'

/**
 * Work on one kind of resource, so that what somebody compared is still so when he writes. It holds in all
 * processes: PostgreSQL has the locks.
 */
export interface ResourceLock {
  /** Work beside which nobody else changes these resources. */
  alone<T>(kind: string, work: () => Promise<T>): Promise<T>
  /** Work that may run beside other such work. Its transactions are before or after all of `alone`. */
  beside<T>(kind: string, work: () => Promise<T>): Promise<T>
}

/** Each holds a connection of the pool while it works, and its work needs others. */
const mostAlone = 4

const settled = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  )

/**
 * Works of this process wait here for each other, without a connection: those that wait in the database might
 * otherwise take all connections, and the one that they wait for would get none.
 */
export function createResourceLock(database: Pick<Database, 'alone' | 'beside'>): ResourceLock {
  const few = limit(mostAlone)
  /** The last work alone of each kind, and those beside others after it. */
  const doors = new Map<string, { alone: Promise<void>; besides: Set<Promise<void>> }>()
  const doorOf = (kind: string) => {
    const door = doors.get(kind) ?? { alone: Promise.resolve(), besides: new Set() }
    doors.set(kind, door)
    return door
  }
  return {
    alone(kind, work) {
      const door = doorOf(kind)
      const mine = Promise.all([door.alone, ...door.besides]).then(() =>
        few(() => database.alone(kind, work)),
      )
      door.alone = settled(mine)
      return mine
    },
    beside(kind, work) {
      const door = doorOf(kind)
      const mine = door.alone.then(() => database.beside(kind, work))
      const end = settled(mine).then(() => void door.besides.delete(end))
      door.besides.add(end)
      return mine
    },
  }
}
