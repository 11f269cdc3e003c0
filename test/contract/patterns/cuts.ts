import { partsOf, type Part } from './parts.ts'

/** What a value may go on with: none of these separates two cells. */
const goesOn = ['+', '/', '.', '-', ':', '_', 'x', '7']

/** What is masked is no value that anybody reads; a kind of port stands at its place: `ge0/0/1`. */
const notCut: ReadonlySet<string> = new Set(['secret', 'kind'])

/** What may come next: yes, no, or what stands behind decides, because this may be empty. */
type Next = 'yes' | 'no' | 'behind'

const within = (choices: readonly (readonly Part[])[], char: string): Next => {
  const found = new Set(choices.map(choice => next(choice, char)))
  return found.has('yes') ? 'yes' : found.has('behind') ? 'behind' : 'no'
}
/** Whether these parts can go on with a character. */
function next(parts: readonly Part[], char: string): Next {
  for (const part of parts) {
    if (part.is === 'edge') continue
    if (part.is === 'end') return 'no'
    if (part.is === 'look') {
      if (part.behind) continue
      const seen = within(part.choices, char)
      if (part.negative ? seen === 'yes' : seen === 'no') return 'no'
      continue
    }
    // A character that the pattern itself writes is the separator.
    const found =
      part.is === 'one' ? (part.accepts(char) && !part.literal ? 'yes' : 'no') : within(part.choices, char)
    if (found === 'yes') return 'yes'
    if (found === 'no' && part.min > 0) return 'no'
  }
  return 'behind'
}
/** Whether a value that these parts have matched takes the character too. */
function takes(parts: readonly Part[], char: string): boolean {
  for (const [at, part] of [...parts.entries()].toReversed()) {
    if (part.is === 'edge' || part.is === 'look') continue
    if (part.is === 'end') return true
    if (part.is === 'one') {
      const before = parts[at - 1]
      // `.*\S` takes all that `\S*` takes.
      const long = part.max > 1 || (before?.is === 'one' && before.max > 1 && before.accepts(char))
      if (long && part.accepts(char)) return true
      if (part.min > 0) return false
      continue
    }
    if (part.max > 1 && within(part.choices, char) === 'yes') return true
    if (!part.choices.every(choice => takes(choice, char))) return false
    if (part.min > 0) return true
  }
  return false
}

export interface Cut {
  group: string
  /** Characters before which the value ends although it goes on. */
  before: string
}

/**
 * The named groups of a pattern that can end in the middle of a value: the character that goes on with the
 * value is not taken, and what stands behind the group accepts it (as `.*`), or nothing stands there.
 */
export function cutsOf(source: string): Cut[] {
  const found: Cut[] = []
  function visit(choices: readonly (readonly Part[])[], behind: (char: string) => Next): void {
    for (const parts of choices)
      parts.forEach((part, at) => {
        if (part.is !== 'group') return
        const after = (char: string): Next => {
          const own = next(parts.slice(at + 1), char)
          return own === 'behind' ? behind(char) : own
        }
        visit(part.choices, char => {
          const again = part.max > 1 ? within(part.choices, char) : 'no'
          return again === 'yes' ? 'yes' : after(char)
        })
        if (part.name === null || notCut.has(part.name)) return
        const before = goesOn.filter(
          char => !part.choices.every(choice => takes(choice, char)) && after(char) === 'yes',
        )
        if (before.length > 0) found.push({ group: part.name, before: before.join(' ') })
      })
  }
  visit(partsOf(source), () => 'yes')
  return found
}
