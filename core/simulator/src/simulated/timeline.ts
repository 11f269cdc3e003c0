import { random } from '../random.ts'

/** A period in one state. */
export interface Phase<S> {
  state: S
  sinceMs: number
  untilMs: number
}

/** Draws the state after `previous` (undefined at the start) and its duration. */
export type Draw<S> = (previous: S | undefined, next: () => number) => { state: S; forMs: number }

/**
 * The states of one thing over time, from a random stream of its own. They do not depend on the times of the
 * requests.
 */
export interface Timeline<S> {
  at(nowMs: number): Phase<S>
  /** The phase before the present one. */
  before(nowMs: number): Phase<S> | undefined
  /** Time spent in active states since the start, in ms: what drives counters. */
  activeMs(nowMs: number): number
  /** Ends the present phase, as a change of the configuration does. */
  force(nowMs: number, state: S, forMs: number): void
  /** Moves the end of the present phase to `atMs`. */
  extend(nowMs: number, atMs: number): void
}

let forced = 0
/** How often a timeline was forced or a device configured. Rows listed before may be out of date. */
export const timesForced = (): number => forced
/** Must be called after a change of a configuration: rows may be out of date. */
export const configured = (): void => {
  forced++
}

/**
 * Needs no timers: phases are drawn when somebody asks for a later moment. `entered` is told of each new
 * phase.
 */
export function timeline<S>(
  startMs: number,
  seed: string,
  draw: Draw<S>,
  active: (state: S) => boolean,
  entered?: (phase: Phase<S>, before: Phase<S>) => void,
): Timeline<S> {
  const next = random(seed)
  const first = draw(undefined, next)
  // The first phase began before the start, so that not everything changes at the same time.
  let phase: Phase<S> = {
    state: first.state,
    sinceMs: startMs - (Number.isFinite(first.forMs) ? first.forMs * next() * 0.9 : 0),
    untilMs: 0,
  }
  phase.untilMs = phase.sinceMs + first.forMs
  let previous: Phase<S> | undefined
  let countedTo = startMs
  let counted = 0

  const count = (to: number) => {
    if (active(phase.state)) counted += Math.max(0, to - countedTo)
    countedTo = Math.max(countedTo, to)
  }
  const enter = (at: number, state: S, forMs: number) => {
    count(at)
    previous = { ...phase, untilMs: at }
    phase = { state, sinceMs: at, untilMs: at + forMs }
    entered?.(phase, previous)
  }
  const advance = (now: number) => {
    while (phase.untilMs <= now) {
      const { state, forMs } = draw(phase.state, next)
      enter(phase.untilMs, state, forMs)
    }
  }
  return {
    at(now) {
      advance(now)
      return phase
    },
    before(now) {
      advance(now)
      return previous
    },
    activeMs(now) {
      advance(now)
      count(now)
      return counted
    },
    force(now, state, forMs) {
      forced++
      advance(now)
      enter(now, state, forMs)
    },
    extend(now, atMs) {
      forced++
      advance(now)
      phase.untilMs = atMs
    },
  }
}
