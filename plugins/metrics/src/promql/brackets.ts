/** A place in a text of PromQL that no bracket or quote closes, or opens. */
export interface Unbalanced {
  kind: 'unclosed' | 'unopened' | 'quote' | 'deep'
  at: number
  text: string
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const closers = new Set(Object.values(closing))
const quotes = new Set(['"', "'", '`'])

/** Where the text that begins with a quote ends; -1: nowhere. */
function endOfQuoted(text: string, from: number): number {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === quote) return at
    if (text[at] === '\\' && quote !== '`') at++
  }
  return -1
}

/** The first bracket or quote without its other half, or deeper than `maxDepth`; null: all are well. */
export function unbalanced(text: string, maxDepth: number): Unbalanced | null {
  const open: { at: number; text: string }[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '#') {
      const end = text.indexOf('\n', at)
      if (end < 0) break
      at = end
    } else if (quotes.has(sign)) {
      const end = endOfQuoted(text, at)
      if (end < 0) return { kind: 'quote', at, text: sign }
      at = end
    } else if (closing[sign] !== undefined) {
      open.push({ at, text: sign })
      if (open.length > maxDepth) return { kind: 'deep', at, text: sign }
    } else if (closers.has(sign)) {
      const last = open.pop()
      if (!last) return { kind: 'unopened', at, text: sign }
      if (closing[last.text] !== sign) return { kind: 'unclosed', ...last }
    }
  }
  const last = open.pop()
  return last ? { kind: 'unclosed', ...last } : null
}
