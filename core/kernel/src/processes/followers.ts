import type { Logger, Processes } from '@linecard/plugin-kit'

type Handler = Parameters<Processes['onEnded']>[0]

/** Those who want to know which processes have ended. Each is told an id once, or again if it failed. */
export function createFollowers(log: Logger) {
  let ended: readonly string[] = []
  const seen = new Set<string>()
  const followers = new Set<{ handler: Handler; told: Set<string>; busy: boolean }>()

  // It is not waited for: a slow handler must not keep this process from saying that it lives.
  const tellOne = async (follower: { handler: Handler; told: Set<string>; busy: boolean }) => {
    const ids = ended.filter(id => !follower.told.has(id))
    if (follower.busy || ids.length === 0) return
    follower.busy = true
    try {
      await follower.handler(ids)
      for (const id of ids) follower.told.add(id)
    } catch (error) {
      log.error({ err: error, processes: ids }, 'the work of processes that ended could not be taken over')
    }
    follower.busy = false
  }
  const forget = (set: Set<string>) => {
    for (const id of set) if (!ended.includes(id)) set.delete(id)
  }

  return {
    /** Returns whether one of them ended since the last time. */
    tell(ids: readonly string[]): boolean {
      ended = ids
      const fresh = ids.filter(id => !seen.has(id))
      if (fresh.length > 0)
        log.warn({ processes: fresh }, 'processes of this installation ended without a stop')
      for (const id of fresh) seen.add(id)
      for (const follower of followers) {
        forget(follower.told)
        void tellOne(follower)
      }
      forget(seen)
      return fresh.length > 0
    },
    add(handler: Handler): () => void {
      const follower = { handler, told: new Set<string>(), busy: false }
      followers.add(follower)
      void tellOne(follower)
      return () => void followers.delete(follower)
    },
    clear: () => followers.clear(),
  }
}
