import type { Diagnosed } from '../diagnose.ts'

/** The parts that failed or are incomplete, for the table at the end of the card. */
export const problemsOf = (parts: Diagnosed['parts']): Record<string, string>[] =>
  [...parts].flatMap(([module, { data, meta }]) => {
    const { error, missing, time } = meta
    if (!error && missing.length === 0) return []
    const list = missing
      .slice(0, 5)
      .map(({ what, reason }) => `${what} (${reason})`)
      .join(', ')
    return [
      {
        part: module,
        problem: error?.description ?? `Did not arrive: ${list}`,
        shown: data === undefined ? 'nothing' : error && time ? `as of ${time}` : 'in part',
      },
    ]
  })

/** The time of the oldest answer. Undefined if nothing was answered. */
export const oldestTimeOf = (parts: Diagnosed['parts']): string | undefined =>
  [...parts.values()].flatMap(({ meta }) => (meta.time === null ? [] : [meta.time])).toSorted()[0]
