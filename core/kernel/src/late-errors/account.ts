import { CommandError, counter, DeliveryFailed, type Metric } from '@linecard/plugin-kit'
import { nameOf, type ComponentLog, type LoadedComponent } from '../components/component.ts'
import { failureOf } from '../http/errors.ts'
import { messageOf, placeIn } from '../log/error.ts'

/** So many late errors of a component within this time, and it is taken out of use. */
const most = { errors: 10, withinMs: 60_000 }
/** How long a component that threw counts as degraded, in ms. */
const degradedMs = 3_600_000
/** Longest text of an error that is shown. */
const maxMessage = 500

/** Whether nobody else is to blame: no caller, no device, no receiver, no outage, no end of the work. */
const isOwnFault = (error: Error): boolean =>
  !(error instanceof CommandError || error instanceof DeliveryFailed) &&
  !['AbortError', 'TimeoutError'].includes(error.name) &&
  failureOf(error).status === 500

/**
 * What components have thrown after their work had ended, in a timer or in a promise for which nobody waits.
 * No caller can be told of it.
 */
export interface LateErrors {
  charge(component: LoadedComponent, error: unknown): void
  /** What a component threw to whoever called it. What a caller, a device or an outage caused is none. */
  note(component: LoadedComponent, error: unknown): void
  /** Called for a component that throws again and again. */
  onRepeated(handler: (component: LoadedComponent, reason: string) => void): void
  readonly metric: Metric
}

/** Counts errors: gives the number of those of a component in the last minute, with this one. */
function createRecent(): (component: LoadedComponent) => number {
  const recent = new Map<LoadedComponent, number[]>()
  return component => {
    const now = performance.now()
    const times = (recent.get(component) ?? []).filter(time => now - time < most.withinMs).concat(now)
    // A loop of errors must not fill the memory.
    recent.set(component, times.slice(-2 * most.errors))
    return times.length
  }
}

export function createLateErrors(log: ComponentLog): LateErrors {
  const counted = counter(
    'linecard_component_late_errors_total',
    'Errors that a component threw in a timer or in a promise for which nobody waited',
  )
  let repeated: Parameters<LateErrors['onRepeated']>[0] = () => undefined
  // Apart: a caller who makes a handler throw must not bring the component closer to its end.
  const [late, told] = [createRecent(), createRecent()]

  /** Errors pass several components on their way; each is that of the innermost. */
  const noted = new WeakSet<object>()
  const count = (component: LoadedComponent, error: unknown): string => {
    const message = (messageOf(error) + placeIn(component.package.folder, error)).slice(0, maxMessage)
    component.errors = {
      count: component.errors.count + 1,
      last: { time: new Date(), message },
      degradedUntil: performance.now() + degradedMs,
    }
    return message
  }

  return {
    metric: counted,
    note(component, error) {
      if (!(error instanceof Error) || noted.has(error) || !isOwnFault(error)) return
      noted.add(error)
      const message = count(component, error)
      if (told(component) <= most.errors)
        log
          .child({ [component.package.kind]: component.key })
          .error({ err: error }, `${nameOf(component)} threw: ${message}`)
    },
    onRepeated(handler) {
      repeated = handler
    },
    charge(component, error) {
      const message = count(component, error)
      counted.add({ component: component.key })
      const times = late(component)
      // Beyond that the log would hold nothing else.
      if (times <= most.errors)
        log
          .child({ [component.package.kind]: component.key })
          .error({ err: error }, `${nameOf(component)} threw after its work had ended: ${message}`)
      if (times === most.errors)
        repeated(
          component,
          `threw ${most.errors} times within ${most.withinMs / 1000} s after its work had ended, ` +
            `at last: ${message}; mend that, then switch it off and on`,
        )
    },
  }
}
