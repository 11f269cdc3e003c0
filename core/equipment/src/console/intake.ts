import type { ConsoleTransport } from './transport.ts'

/** The consoles whose text waits use at most this share of the event loop, all together. */
const share = 0.1

/**
 * Lets many consoles work off their text, one small step after the other, so that nothing else waits for
 * them.
 */
interface TimeShares {
  /** Calls `step` in turn with the others until it gives false. */
  take(step: () => boolean): void
}

export function createTimeShares(): TimeShares {
  const waiting: (() => boolean)[] = []
  let running = false
  const next = () => {
    const step = waiting.shift()
    if (!step) {
      running = false
      return
    }
    const started = performance.now()
    if (step()) waiting.push(step)
    // What the step has woken belongs to its time.
    setImmediate(() => setTimeout(next, (performance.now() - started) * (1 / share - 1)))
  }
  return {
    take(step) {
      waiting.push(step)
      if (running) return
      running = true
      setImmediate(next)
    },
  }
}

/** Characters that are worked off at once. */
const sliceLength = 4_096
/** So many characters need not wait for a turn, and as many more each second. */
const freeLength = 65_536

/** All consoles of the process share one event loop, and so these shares. */
const sharesOfAll = createTimeShares()

/** The text of a console, in pieces whose work is bounded. */
export interface Intake {
  /** Text has come that was not given yet. */
  readonly pending: boolean
  /** Takes no more text: the device has to wait. */
  stop(): void
  resume(): void
}

/**
 * Gives the text of a console at once, as long as it is little. A console that prints more takes turns with
 * the others, and is not read meanwhile.
 */
export function createIntake(
  transport: ConsoleTransport,
  { onText, onEnd }: { onText(text: string): void; onEnd(error: Error | null): void },
  shares: TimeShares = sharesOfAll,
): Intake {
  let pending = ''
  let queued = false
  let stopped = false
  let free = freeLength
  let countedAt = performance.now()
  let end: { error: Error | null } | null = null

  const step = (): boolean => {
    if (!stopped) {
      const text = pending.slice(0, sliceLength)
      pending = pending.slice(sliceLength)
      onText(text)
      if (pending !== '') return true
      if (end) onEnd(end.error)
      transport.resume()
    }
    queued = false
    return false
  }
  const enqueue = () => {
    if (queued || pending === '') return
    queued = true
    transport.pause()
    shares.take(step)
  }
  transport.onText(text => {
    const now = performance.now()
    free = Math.min(freeLength, free + ((now - countedAt) / 1_000) * freeLength)
    countedAt = now
    if (pending === '' && !stopped && text.length <= Math.min(free, 2 * sliceLength)) {
      free -= text.length
      onText(text)
      return
    }
    pending += text
    if (!stopped) enqueue()
  })
  transport.onEnd(error => {
    end = { error }
    if (pending === '' || stopped) onEnd(error)
  })
  return {
    get pending() {
      return pending !== '' && !stopped
    },
    stop() {
      stopped = true
      transport.pause()
    },
    resume() {
      if (!stopped) return
      stopped = false
      if (pending === '') transport.resume()
      else enqueue()
    },
  }
}
