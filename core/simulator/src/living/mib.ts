import { type Mib, type MibObject, type View, createView } from '../mib.ts'
import type { Clock } from './clock.ts'
import type { Moment, Part } from './columns.ts'
import { timesForced } from './timeline.ts'

/** The MIB of a living device. Nothing runs between requests; a request lists again only the parts whose rows have expired. */
export function livingMib(clock: Clock, parts: readonly Part[]): Mib {
  let now = clock.now()
  let view: View | undefined
  const states = parts.map(part => {
    const state = { part, objects: [] as MibObject[], untilMs: -Infinity, expires: false, forced: 0 }
    const moment: Moment = { now: () => now, expires: atMs => { state.expires = true; state.untilMs = Math.min(state.untilMs, atMs) } }
    return { state, moment }
  })
  return {
    view() {
      now = Math.max(now, clock.now())
      for (const { state, moment } of states) {
        if (now < state.untilMs && !(state.expires && state.forced !== timesForced())) continue
        state.untilMs = Infinity
        state.forced = timesForced()
        state.objects = [...state.part(moment)]
        view = undefined
      }
      return view ??= createView(states.flatMap(({ state }) => state.objects))
    },
  }
}
