/** One `{{…}}` of a text. */
export interface Token {
  kind: 'open' | 'close' | 'else' | 'comment' | 'include' | 'output'
  /** Name after `#`, `/` or `>`; else the first word. */
  name: string
  /** What stands between the braces. */
  body: string
  /** Three braces. */
  triple: boolean
  /** False: the braces are not closed. */
  closed: boolean
  start: number
  end: number
  line: number
  column: number
}

/** Where a text inside of braces ends; quoted texts may have braces. -1: it does not. */
function endOf(text: string, from: number, close: string): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const char = text[at]!
    if (quote !== '') {
      if (char === quote || char === '\n') quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (text.startsWith(close, at)) return at + close.length
    else if (text.startsWith('{{', at)) return -1
  }
  return -1
}

function kindOf(body: string): Pick<Token, 'kind' | 'name'> {
  const inner = body.replace(/^~/, '').trim()
  const name = /^[#^/>&*]*\s*([^\s|(){}~]*)/.exec(inner)?.[1] ?? ''
  if (inner.startsWith('#')) return { kind: inner.startsWith('#>') ? 'include' : 'open', name }
  if (inner.startsWith('/')) return { kind: 'close', name }
  if (inner.startsWith('>')) return { kind: 'include', name }
  if (inner === '^' || /^else\b(?!\.)/.test(inner)) return { kind: 'else', name: 'else' }
  if (inner.startsWith('^')) return { kind: 'open', name }
  return { kind: 'output', name }
}

/** All `{{…}}` of a text, well-formed or not, in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let line = 1
  let lineStart = 0
  let counted = 0
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', at)) {
    for (
      let next = text.indexOf('\n', counted);
      next !== -1 && next < at;
      next = text.indexOf('\n', next + 1)
    ) {
      line++
      lineStart = next + 1
    }
    counted = Math.max(counted, lineStart)
    const place = { start: at, line, column: at - lineStart + 1 }
    const comment = /^\{\{~?!(--)?/.exec(text.slice(at, at + 6))
    const triple = text.startsWith('{{{', at)
    const close = comment?.[1] ? '--}}' : triple ? '}}}' : '}}'
    const from = at + (triple ? 3 : 2)
    const plainEnd = comment ? text.indexOf(close, from) : -1
    const end = comment ? (plainEnd < 0 ? -1 : plainEnd + close.length) : endOf(text, from, close)
    const lineEnd = text.indexOf('\n', at)
    const stop = end > 0 ? end : lineEnd < 0 ? text.length : lineEnd
    const body = text.slice(from, end > 0 ? end - close.length : stop).replace(/~$/, '')
    const kind = comment ? { kind: 'comment' as const, name: '' } : kindOf(body)
    tokens.push({ ...kind, ...place, body, triple, closed: end > 0, end: stop })
    // What comes after an open comment belongs to it.
    if (comment && end < 0) break
    at = Math.max(stop, at + 2)
  }
  return tokens
}
