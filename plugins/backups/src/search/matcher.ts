import { compilePattern } from '@linecard/template-kit'
import { fail } from '../errors.ts'

/** The place after a class, group or repetition that begins at `at`. */
function after(source: string, at: number): number {
  if (source[at] === '[') {
    let end = at + 1
    if (source[end] === '^') end++
    if (source[end] === ']') end++
    for (; end < source.length && source[end] !== ']'; end++) {
      if (source[end] === '\\') end++
      else if (source.startsWith('[:', end)) end = Math.max(end, source.indexOf(':]', end) + 1)
    }
    return end + 1
  }
  let depth = 0
  for (let end = at; end < source.length; end++) {
    if (source[end] === '\\') end++
    else if (source[end] === '[') end = after(source, end) - 1
    else if (source[end] === '(') depth++
    else if (source[end] === ')' && --depth === 0) return end + 1
  }
  return source.length
}

/**
 * The longest text that each match of a pattern of RE2 contains, letters great or small; empty: unknown.
 * It only makes a search fast, so whatever is not plain ends a text.
 */
export function literalOf(source: string): string {
  // Quotes and escapes by number could stand for anything, and flags in the middle could change everything.
  if (/\\[QEpPxuUN0-9C]/.test(source)) return ''
  let [longest, run] = ['', '']
  const end = () => {
    if (run.length > longest.length) longest = run
    run = ''
  }
  for (let at = 0; at < source.length;) {
    const sign = source[at]!
    const next = source[at + 1] ?? ''
    if (sign === '|') return ''
    if (sign === '(' || sign === '[') {
      end()
      at = after(source, at)
    } else if (sign === '?' || sign === '*' || sign === '{') {
      run = run.slice(0, -1)
      end()
      const close = sign === '{' ? source.indexOf('}', at) : at
      at = close < 0 ? source.length : close + 1
    } else if (sign === '\\' && /[^A-Za-z0-9]/.test(next)) {
      run += next
      at += 2
    } else if (/[\\^$.+]/.test(sign) || sign > '\ud7ff') {
      end()
      at += sign === '\\' ? 2 : 1
    } else {
      run += sign
      at++
    }
  }
  end()
  return longest
}

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
