import { RE2JS } from 're2js'

/** Characters of a pattern. */
export const maxPattern = 1000
/** States of a pattern; usual ones have 50. With so many, a line of 2000 characters takes 0.1 s of CPU. */
const maxStates = 2000
const maxKept = 500

export type Compiled =
  | { ok: true; pattern: RE2JS }
  | { ok: false; problem: string; hint: string; column: number }

const habits: readonly (readonly [RegExp, string, string])[] = [
  [/\(\?<?[=!]/, 'look-around is not supported', 'Name what the text may have, e.g. `[0-9]{1,4}`.'],
  [
    /\\[1-9]|\\k</,
    'back-references are not supported',
    'Write the part again instead of repeating it by number.',
  ],
  [
    /\(\?>|[*+?}]\+/,
    'possessive and atomic groups are not supported',
    'Write a plain group: matching never takes long here.',
  ],
]

function compiled(source: string): Compiled {
  if (source.length > maxPattern)
    return {
      ok: false,
      problem: `it has more than ${maxPattern} characters`,
      hint: 'Make it shorter.',
      column: maxPattern,
    }
  for (const [pattern, problem, hint] of habits) {
    const found = pattern.exec(source.replace(/\\\\/g, '  '))
    if (found) return { ok: false, problem, hint, column: found.index + 1 }
  }
  if (/^\/.*\/[a-z]*$/.test(source))
    return {
      ok: false,
      problem: 'it has slashes around it',
      hint: 'Write it without `/`; `(?i)` at the start ignores case.',
      column: 1,
    }
  try {
    const pattern = RE2JS.compile(source)
    if (pattern.programSize() > maxStates)
      return {
        ok: false,
        problem: 'it repeats too much',
        hint: 'Write smaller numbers in `{…}`, or `*` and `+`.',
        column: Math.max(1, source.indexOf('{') + 1),
      }
    return { ok: true, pattern }
  } catch (error) {
    const problem =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error)
    const part = /`([^`]+)`\s*$/.exec(problem)?.[1]
    const column = part === undefined ? 1 : Math.max(1, source.indexOf(part) + 1)
    return {
      ok: false,
      problem,
      hint: 'Put `\\` before signs that are meant as such: `\\.`, `\\(`, `\\[`.',
      column,
    }
  }
}

const kept = new Map<string, Compiled>()

/** A pattern in RE2 syntax, which is matched in linear time. Compiled patterns are kept. */
export function compilePattern(source: string): Compiled {
  const found = kept.get(source)
  if (found) return found
  const result = compiled(source)
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value!)
  kept.set(source, result)
  return result
}
