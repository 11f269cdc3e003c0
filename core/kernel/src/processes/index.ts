import { randomUUID } from 'node:crypto'
import type { Logger, Processes } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'
import { createFollowers } from './followers.ts'
import { here, isGone } from './place.ts'
import { processStore, type Known } from './store.ts'

/** A process beats so often. */
const beatMs = 3_000
/** A process that was silent for so long has ended. With the beat: an end is known within 13 s. */
const silentSec = 10

export interface KernelProcesses extends Processes {
  stop(): Promise<void>
}

export interface ProcessesOptions {
  database: Pick<Database, 'em'>
  version: string
  mode: 'serve' | 'worker' | 'command'
  log: Logger
}

/**
 * How long this process has reached the database without a break. After an outage all processes look silent,
 * until they have had the time to beat again.
 */
function watch() {
  let [since, last] = [0, -Infinity]
  return {
    /** A beat was stored now. */
    beat(): void {
      const now = performance.now()
      if (now - last > 2 * beatMs) since = now
      last = now
    },
    isLong: () => last - since >= silentSec * 1000,
  }
}

/** Installations in this process: a process may run several, one after the other or together. */
const living = new Set<string>()

/** Tells other processes that this one lives, and finds those that have ended. */
export async function openProcesses(options: ProcessesOptions): Promise<KernelProcesses> {
  const { database, version, mode, log } = options
  const id = randomUUID()
  const own = { id, mode, place: here, pid: process.pid, version }
  const store = processStore(database, silentSec)
  const watching = watch()
  const followers = createFollowers(log)
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  const hasEnded = ({ id: other, place, pid, silent }: Known) =>
    !living.has(other) && ((place === here && isGone(pid)) || (silent && watching.isLong()))

  async function beat(): Promise<void> {
    await store.beat(own)
    watching.beat()
    const ended = (await store.known()).filter(hasEnded).map(one => one.id)
    if (followers.tell(ended)) await store.forgetOld()
  }
  const next = () => {
    if (!stopped) timer = setTimeout(() => void again(), beatMs).unref()
  }
  const again = () =>
    beat()
      .catch((error: unknown) => log.warn({ err: error }, 'this process could not say that it is alive'))
      .finally(next)

  living.add(id)
  await beat()
  next()

  return {
    id,
    async ended(ids) {
      const known = new Map((await store.known()).map(one => [one.id, one]))
      return ids.filter(one => {
        const row = known.get(one)
        return row === undefined ? !living.has(one) : hasEnded(row)
      })
    },
    onEnded: followers.add,
    async stop() {
      stopped = true
      followers.clear()
      if (timer) clearTimeout(timer)
      living.delete(id)
      await store.remove(id)
    },
  }
}
