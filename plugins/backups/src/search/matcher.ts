import { compilePattern } from '@linecard/template-kit'
import { fail } from '../errors.ts'
import { literalOf } from './literal.ts'

export const ways = ['text', 'word', 'regex'] as const

/** What is searched for. */
export interface Wanted {
  q: string
  /** `text`: anywhere in a line; `word`: not within a longer word or number; `regex`: a pattern of RE2. */
  as: (typeof ways)[number]
  /** Great and small letters differ. */
  case: boolean
}

export interface Matcher {
  /** Text that each line contains that fits, letters great or small; empty: unknown. */
  literal: string
  fits(line: string): boolean
}

const isWordSign = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign)

/** Makes the test for lines. @throws BACKUPS_SEARCH_PATTERN */
export function matcherOf({ q, as, case: cased }: Wanted): Matcher {
  if (as === 'regex') {
    const compiled = compilePattern(cased ? q : `(?i)${q}`)
    if (!compiled.ok)
      throw fail('BACKUPS_SEARCH_PATTERN', { problem: compiled.problem }, [
        { path: 'q', message: `${compiled.problem}. ${compiled.hint}` },
      ])
    return { literal: literalOf(q), fits: line => compiled.pattern.test(line) }
  }
  const folded = (text: string) => (cased ? text : text.toLowerCase())
  const wanted = folded(q)
  if (as === 'text') return { literal: q, fits: line => folded(line).includes(wanted) }
  return {
    literal: q,
    fits(given) {
      const line = folded(given)
      for (let at = line.indexOf(wanted); at >= 0; at = line.indexOf(wanted, at + 1)) {
        const [before, behind] = [line[at - 1], line[at + wanted.length]]
        const open = !(isWordSign(wanted[0]) && isWordSign(before))
        if (open && !(isWordSign(wanted.at(-1)) && isWordSign(behind))) return true
      }
      return false
    },
  }
}
