/** A text with the place in the author's text of each character, so that errors name the author's column. */
export interface Mapped {
  text: string
  at: readonly number[]
}

interface Pieces {
  text: string
  at: number[]
}

function put(out: Pieces, text: string, from: number): void {
  out.text += text
  for (let index = 0; index < text.length; index++) out.at.push(from)
}

/** End of the quoted text that begins at `from`, after its last quote. */
function endOfText(source: string, from: number): number {
  const quote = source[from]
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === quote) return at + 1
  }
  return source.length
}

/** End of the `${…}` that begins at `from`, after its brace. */
function endOfHole(source: string, from: number): number {
  for (let at = from + 2; at < source.length; at++) {
    if (source[at] === '"' || source[at] === "'") at = endOfText(source, at) - 1
    else if (source[at] === '}') return at + 1
  }
  return -1
}

/** The text of a template literal from `from` to `to`, as an addition: `"a" + (b) + "c"`. */
function putTemplate(out: Pieces, source: string, from: number, to: number): void {
  put(out, '(""', from)
  for (let at = from; at < to;) {
    const hole = source.startsWith('${', at) ? endOfHole(source, at) : -1
    if (hole > 0) {
      put(out, ' + text(', at)
      putCode(out, source, at + 2, hole - 1)
      put(out, ')', hole - 1)
      at = hole
      continue
    }
    const next = source.indexOf('${', at + 1)
    const end = next < 0 || next > to ? to : next
    put(out, ` + ${JSON.stringify(source.slice(at, end))}`, at)
    at = end
  }
  put(out, ')', to)
}

/** Code outside of template literals. Quoted texts stay as they are. */
function putCode(out: Pieces, source: string, from: number, to: number): void {
  for (let at = from; at < to;) {
    const char = source[at]!
    let end = at + 1
    if (char === '"' || char === "'") end = Math.min(endOfText(source, at), to)
    else if (char === '`') {
      end = Math.min(endOfText(source, at), to)
      putTemplate(out, source, at + 1, end - 1)
      at = end
      continue
    } else if (source.startsWith('===', at) || source.startsWith('!==', at)) {
      put(out, `${char}=`, at)
      at += 3
      continue
    }
    for (let index = at; index < end; index++) put(out, source[index]!, index)
    at = end
  }
}

/**
 * What authors know from JavaScript, as CEL: `===` and `!==`, and template literals. A text with `${` outside
 * of quotes is such a literal as a whole, because labels are written without backticks (`${item.name}`).
 */
export function rewritten(source: string): Mapped {
  const out: Pieces = { text: '', at: [] }
  const bare = source.replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|`(\\.|[^`\\])*`/g, '')
  if (bare.includes('${')) putTemplate(out, source, 0, source.length)
  else putCode(out, source, 0, source.length)
  return out
}
