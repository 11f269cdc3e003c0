import type { ActionLog, ChangeEnd, IntendedChange } from '@linecard/plugin-kit'

/** Stands for the action log of `system`: intents in memory, in their order. `broken`: it cannot be written. */
export function actionLogStand() {
  const intents: (IntendedChange & { end?: ChangeEnd })[] = []
  const stand = {
    intents,
    broken: false,
    log: {
      async intend(change) {
        if (stand.broken) throw new Error('the database is away')
        const intent: (typeof intents)[number] = { ...change }
        const id = intents.push(intent)
        return {
          id,
          async end(how) {
            intent.end = how
          },
        }
      },
      operation: async () => {},
      record: async () => 1,
      run: async () => null,
      endedAfter: async () => [],
      lastEnd: async () => 0,
      lastChange: async () => null,
      flush: async () => {},
      clear: async () => 0,
    } satisfies ActionLog,
  }
  return stand
}
