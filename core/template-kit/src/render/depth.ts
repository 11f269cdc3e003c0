import { maxBranches, maxDepth } from '../base/bounds.ts'
import { refused, type Refused } from '../base/refused.ts'

function placeOf(text: string, at: number, where: string) {
  const before = text.slice(0, at).split('\n')
  return { where, line: before.length, column: before.at(-1)!.length + 1 }
}

const tooDeep = (what: string, most: number) => ({
  code: 'DEPTH_LIMIT',
  message: `more than ${most} ${what}`,
  hint: 'Split it: put a part into a block, or keep a result with {{set "name" …}}.',
})

/** Where the comment that begins here ends; -1: it does not. */
function commentEnd(text: string, at: number): number {
  const end = /^\{\{~?!--/.test(text.slice(at, at + 6)) ? '--' : '}}'
  const found = text.indexOf(end, at + 4)
  return end === '--' && found !== -1 ? text.indexOf('}}', found) : found
}

/** The deepest nesting of parentheses up to the end of the expression that begins at `at`. */
function parentheses(text: string, at: number): { end: number; deepAt: number } {
  let depth = 0
  let quote = ''
  for (; at < text.length; at++) {
    const char = text[at]!
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '(' && ++depth > maxDepth) return { end: at, deepAt: at }
    else if (char === ')') depth--
    else if (char === '}' && text[at + 1] === '}') break
  }
  return { end: at, deepAt: -1 }
}

/**
 * Refuses deep nesting before the text is parsed: the parser's time grows with the square of the depth, and
 * its walkers use the stack. A text that is not well-formed is left to the parser.
 */
export function depthProblem(text: string, where: string): Refused | null {
  const branches: number[] = []
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', at)) {
    const head = text.slice(at, at + 12)
    if (/^\{\{~?!/.test(head)) {
      const end = commentEnd(text, at)
      if (end === -1) return null
      at = end
      continue
    }
    if (/^\{\{~?[#^]/.test(head)) branches.push(0)
    else if (/^\{\{~?\//.test(head)) branches.pop()
    else if (/^\{\{~?\s*else\b/.test(head) && branches.length > 0) branches[branches.length - 1]!++
    if (branches.length > maxDepth)
      return refused(placeOf(text, at, where), tooDeep('blocks inside of each other', maxDepth))
    if ((branches.at(-1) ?? 0) > maxBranches)
      return refused(placeOf(text, at, where), tooDeep('branches of one block', maxBranches))
    const { end, deepAt } = parentheses(text, at + 2)
    if (deepAt !== -1)
      return refused(placeOf(text, deepAt, where), tooDeep('parentheses inside of each other', maxDepth))
    at = end
  }
  return null
}
