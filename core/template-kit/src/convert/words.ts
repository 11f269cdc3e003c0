import { problem } from './problem.ts'

/** A token of an expression of Twig. */
export type Word =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  /** `"a#{b}c"`: texts and the source of what is between. */
  | { kind: 'mixed'; parts: readonly (string | { source: string })[] }
  | { kind: 'name'; value: string }
  | { kind: 'sign'; value: string }

const signs = /^(?:===|!==|<=>|\?\?|\?:|\*\*|\/\/|\.\.|==|!=|<=|>=|=>|[-+*/%~<>=?:.,|()[\]{}])/
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const plain = (text: string, quote: string): string =>
  text.replace(/\\([\s\S])/g, (whole, char: string) => {
    if (char === quote || char === '\\' || char === '#') return char
    return quote === '"' ? (escapes[char] ?? char) : whole
  })

/** End of the `#{…}` that begins at `from`, after its brace. */
function endOfHole(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    if (source[at] === '{') depth++
    else if (source[at] === '}' && --depth === 0) return at + 1
  }
  throw problem('CONVERT_SYNTAX', '`#{` is not closed', 'Close it with `}`.')
}

/** A quoted text, and where it ends. */
function quoted(source: string, from: number): { word: Word; end: number } {
  const quote = source[from]!
  const parts: (string | { source: string })[] = []
  let text = ''
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') text += source[at]! + (source[++at] ?? '')
    else if (source[at] === quote) {
      parts.push(plain(text, quote))
      const [only] = parts
      if (parts.length === 1 && typeof only === 'string')
        return { word: { kind: 'text', value: only }, end: at + 1 }
      return { word: { kind: 'mixed', parts }, end: at + 1 }
    } else if (quote === '"' && source.startsWith('#{', at)) {
      const end = endOfHole(source, at + 1)
      parts.push(plain(text, quote), { source: source.slice(at + 2, end - 1) })
      text = ''
      at = end - 1
    } else text += source[at]
  }
  throw problem('CONVERT_SYNTAX', 'the quotes are not closed', 'Close them with the same sign.')
}

/** Characters of an expression. */
const maxSource = 2000

/** The tokens of an expression. @throws Problem */
export function wordsOf(source: string): Word[] {
  if (source.length > maxSource)
    throw problem(
      'CONVERT_SYNTAX',
      `the expression has more than ${maxSource} characters`,
      'Split it with set.',
    )
  const words: Word[] = []
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at, at + 256)
    const space = /^\s+/.exec(rest)
    const number = /^\d+(?:\.\d+)?(?!\w)/.exec(rest.replace(/^(\d+)\.\..*/s, '$1 '))
    const name = /^[A-Za-z_]\w*/.exec(rest)
    const sign = signs.exec(rest)
    if (space) at += space[0].length
    else if (rest[0] === '"' || rest[0] === "'") {
      const { word, end } = quoted(source, at)
      words.push(word)
      at = end
    } else if (number) {
      words.push({ kind: 'number', value: Number(number[0]) })
      at += number[0].length
    } else if (name) {
      words.push({ kind: 'name', value: name[0] })
      at += name[0].length
    } else if (sign) {
      words.push({ kind: 'sign', value: sign[0] })
      at += sign[0].length
    } else throw problem('CONVERT_SYNTAX', `\`${rest[0]}\` is not known in an expression`, 'Delete it.')
  }
  return words
}
