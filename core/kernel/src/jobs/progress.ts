import type { JobProgress, JobTools } from '@linecard/plugin-kit'

/** How often it is written at most, in ms. */
const WRITE_MS = 1_000
const LONGEST_WHAT = 200

export interface Progress {
  say: JobTools['progress']
  /** What was said last; null: nothing. */
  now(): JobProgress | null
  /** Writes nothing more; settles when what is on its way has been written. */
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
    .slice(0, LONGEST_WHAT)
    .toWellFormed()

/**
 * Hands on what a run says of its progress: at once, then the newest once a second while it changes. `write`
 * never fails.
 */
export function progressOf(write: (progress: JobProgress) => Promise<void>): Progress {
  let now: JobProgress | null = null
  let dirty = false
  let stopped = false
  let busy = false
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  const hand = () => {
    timer = undefined
    if (!dirty || stopped || !now) return
    dirty = false
    busy = true
    // The next one waits for this one too: a slow database gets no queue of them.
    last = write(now).then(() => {
      busy = false
      if (!stopped) timer = setTimeout(hand, WRITE_MS)
    })
  }
  return {
    now: () => now,
    say(done, total, what = '') {
      if (stopped) return
      const next = { done: count(done), total: total === null ? null : count(total), what: plain(what) }
      if (now && now.done === next.done && now.total === next.total && now.what === next.what) return
      now = next
      dirty = true
      if (!timer && !busy) hand()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await last
    },
  }
}
