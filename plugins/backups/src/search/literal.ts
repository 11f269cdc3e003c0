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
