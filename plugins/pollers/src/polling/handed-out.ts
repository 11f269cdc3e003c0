import { cutText } from '@linecard/driver-kit'
import type { BoundPoller, LeftAlone, PolledAnswer } from '@linecard/plugin-kit'

type Answers = ReadonlyMap<string, PolledAnswer>

/** Names are stored up to this length. */
const nameLength = 200

const hasInterface = (row: unknown): row is { interface: { id: number; name: string } } => {
  const ref = (row as { interface?: { id?: unknown } } | null)?.interface
  return typeof ref?.id === 'number'
}

/** An answer without the rows about some interfaces. One that has no such row is given as it is. */
function without(answer: PolledAnswer, isOut: (ref: { id: number; name: string }) => boolean): PolledAnswer {
  if (!Array.isArray(answer.data)) return answer
  const rows = answer.data.filter(row => !(hasInterface(row) && isOut(row.interface)))
  return rows.length === answer.data.length ? answer : { ...answer, data: rows }
}

/**
 * Gives each poller its part of the answers of a device, without the rows of which nothing is to be kept. The
 * device was asked for whole columns all the same: that costs fewer requests than to ask for rows.
 */
export function createHandingOut(answers: Answers, alone: LeftAlone | undefined) {
  const made = new Map<string, PolledAnswer>()
  const partOf = (name: string, answer: PolledAnswer, seesAll: boolean): PolledAnswer => {
    if (!alone) return answer
    const key = `${name} ${seesAll}`
    const known = made.get(key)
    if (known) return known
    const part = without(answer, ({ id, name: shown }) => {
      const left = alone.leftOut.get(String(id))
      // Another interface has got the number: the next list tells which one.
      const same = left !== undefined && left === cutText(shown, nameLength)
      return same || (!seesAll && alone.unpolled.has(String(id)))
    })
    made.set(key, part)
    return part
  }
  return ({ seesAll }: Pick<BoundPoller, 'seesAll'>, modules: readonly { name: string }[]): Answers =>
    new Map(
      modules.flatMap(({ name }) => {
        const answer = answers.get(name)
        return answer ? [[name, partOf(name, answer, seesAll === true)] as const] : []
      }),
    )
}
