/**
 * A pattern in which `*` stands for any text, as a function of a text in lower case. Each part is looked for
 * once, behind the one before: no pattern takes longer than its length times that of the text.
 */
export function patternOf(pattern: string): (text: string) => boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split(/\*+/)
  const last = parts.pop()
  if (last === undefined) return text => text === first
  return text => {
    const end = text.length - last.length
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    for (const part of parts) {
      const found = text.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= end
  }
}
