import type { ScriptedEvent } from './event.ts'

/**
 * Plays the events of a script when somebody looks: those that are due, in order, each with its own time. No
 * timers. An event that cannot be executed (its ONU has been deleted meanwhile) is left out.
 */
export function createScript(
  events: readonly ScriptedEvent[],
  startMs: number,
  execute: (event: ScriptedEvent, atMs: number) => void,
) {
  const waiting = events.map((event, order) => ({ event, order, atMs: startMs + event.at * 1000 }))
  let playing = false
  let nextMs = Math.min(Infinity, ...waiting.map(({ atMs }) => atMs))
  return {
    /** Events that could not be executed. */
    failed: [] as { event: ScriptedEvent; error: Error }[],
    play(now: number) {
      if (playing) return
      while (nextMs <= now) {
        waiting.sort((a, b) => a.atMs - b.atMs || a.order - b.order)
        const due = waiting[0]!
        playing = true
        try {
          execute(due.event, due.atMs)
        } catch (error) {
          this.failed.push({ event: due.event, error: error as Error })
        }
        playing = false
        due.atMs = due.event.every ? due.atMs + due.event.every * 1000 : Infinity
        nextMs = Math.min(Infinity, ...waiting.map(({ atMs }) => atMs))
      }
    },
  }
}
