import type { BoundConditionSource, Condition } from '@linecard/plugin-kit'
import type { Failed, Told } from './ask.ts'

/** Name of the events that tell of a source that does not answer. */
export const failingName = 'source_failing'

/**
 * A source of this engine itself: which sources do not answer. What they are about is neither opened nor
 * ended in the meantime, so people must know.
 */
export const failingSource: BoundConditionSource = {
  name: failingName,
  component: 'events',
  label: 'A source of events does not answer',
  severity: 'warning',
  forSec: 300,
  // The engine knows it when it has asked the others, see `tellFailing`.
  holding: async () => [],
}

export function tellFailing(failed: readonly Failed[], now: Date): Told {
  return {
    source: failingSource,
    conditions: failed.map(({ source, error }): Condition => ({
      device_id: null,
      interface_id: null,
      part: source.name,
      title: `It is not known whether ${source.name} holds`,
      description:
        `The plugin ${source.component} cannot tell it: ${error.message}. ` +
        'Until it can, these events neither begin nor end.',
      labels: { source: source.name, component: source.component },
      since: now,
    })),
  }
}
