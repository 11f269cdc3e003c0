import type { JobProgress, JobTools } from '@linecard/plugin-kit'

/** Shortest time between two writes, in ms. */
const writeMs = 1_000
const maxWhatLength = 200

export interface Progress {
  report: JobTools['progress']
  /** What was reported last. Null if nothing was. */
  now(): JobProgress | null
  /** Writes nothing more. Settles when the write under way has ended. */
  stop(): Promise<void>
}

const count = (value: number): number =>
  Number.isFinite(value) ? Math.max(0, Math.min(Math.round(value), Number.MAX_SAFE_INTEGER)) : 0
/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const plain = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, maxWhatLength)
    .toWellFormed()

/**
 * Writes the progress that a run reports: at once, then the newest once a second while it changes. `write`
 * must not fail.
 */
export function progressOf(write: (progress: JobProgress) => Promise<void>): Progress {
  let now: JobProgress | null = null
  let dirty = false
  let stopped = false
  let busy = false
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  const writeNow = () => {
    timer = undefined
    if (!dirty || stopped || !now) return
    dirty = false
    busy = true
    // The next write waits for this one, so that a slow database does not get a queue of them.
    last = write(now).then(() => {
      busy = false
      if (!stopped) timer = setTimeout(writeNow, writeMs)
    })
  }
  return {
    now: () => now,
    report(done, total, what = '') {
      if (stopped) return
      const next = { done: count(done), total: total === null ? null : count(total), what: plain(what) }
      if (now && now.done === next.done && now.total === next.total && now.what === next.what) return
      now = next
      dirty = true
      if (!timer && !busy) writeNow()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await last
    },
  }
}
