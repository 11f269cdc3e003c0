import type { Logger } from '@linecard/plugin-kit'
import { soon } from '@linecard/plugin-kit/concurrency'
import type { HoldStore } from './store.ts'

const againMs = 2_000

/** Ends holds, also when the database is away at that moment: nobody may be kept out by work that is done. */
export function createReleases(store: Pick<HoldStore, 'remove'>, log: Logger) {
  const left = new Set<string>()

  async function release(id: string): Promise<void> {
    left.add(id)
    try {
      await store.remove(id)
      left.delete(id)
    } catch (error) {
      log.warn({ err: error, hold: id }, 'a hold of a device could not be ended; it is tried again')
      again()
    }
  }
  const again = soon(
    againMs,
    async () => {
      await Promise.all([...left].map(release))
    },
    error => log.error({ err: error }, 'holds of devices could not be ended'),
  )
  return {
    release,
    /** The work of this hold is done, although the hold may still be stored. */
    isOver: (id: string): boolean => left.has(id),
    async close() {
      void again.stop()
      // What cannot be removed now ends with this process.
      await Promise.allSettled([...left].map(id => store.remove(id)))
    },
  }
}
