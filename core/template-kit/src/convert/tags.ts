/** A part of a Twig text. */
export interface Tag {
  kind: 'text' | 'output' | 'statement' | 'comment'
  /** As it stands in the text. */
  raw: string
  /** Inside of the braces, without the signs of whitespace. */
  body: string
  /** First word of a statement. */
  word: string
  /** `{{-`, `-}}`: whitespace before and after it goes. */
  open: boolean
  close: boolean
  /** `{%~`: only spaces go. */
  partly: boolean
  /** The braces have an end. */
  closed: boolean
  /** A line break after it goes, as Twig says for statements and comments. */
  eats: boolean
  /** Something to send stands before it in its line. */
  follows: boolean
  line: number
  column: number
}

const ends: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' }
const kinds = { '{{': 'output', '{%': 'statement', '{#': 'comment' } as const

/** The end of a tag, after its braces; quoted texts may have braces. -1: there is none. */
function endOf(text: string, from: number, sign: string): number {
  const close = ends[sign]!
  if (sign === '{#') {
    const at = text.indexOf(close, from)
    return at < 0 ? -1 : at + 2
  }
  let quote = ''
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at]!
    if (quote !== '') {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (depth === 0 && text.startsWith(close, at)) return at + 2
    else if (char === '{') depth++
    else if (char === '}') depth = Math.max(0, depth - 1)
  }
  return -1
}

/** Whether the line break after a tag goes, and something stands before the tag. Blank lines go anyway. */
export const joins = (tag: Tag | undefined): boolean => tag !== undefined && tag.eats && tag.follows

/** The parts of a Twig text, in order. Together their `raw` is the text. */
export function tagsOf(text: string): Tag[] {
  const tags: Tag[] = []
  let line = 1
  let column = 1
  let follows = false
  const add = (raw: string, rest: Partial<Tag> & Pick<Tag, 'kind'>) => {
    const plain = { body: '', word: '', open: false, close: false, partly: false, closed: true, eats: false }
    tags.push({ ...plain, ...rest, raw, follows, line, column })
    const rows = raw.split('\n')
    if (rows.length > 1) column = 1
    line += rows.length - 1
    column += rows.at(-1)!.length
    if (rest.kind === 'output') follows = true
    if (rest.kind !== 'text') return
    // A line break that goes joins two lines.
    const sent = (joins(tags.at(-2)) ? raw.slice(1) : raw).split('\n')
    if (sent.length > 1) follows = false
    if (sent.at(-1)!.trim() !== '') follows = true
  }
  const pattern = /\{\{|\{%|\{#/g
  let at = 0
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    if (found.index > at) add(text.slice(at, found.index), { kind: 'text' })
    const sign = found[0] as keyof typeof kinds
    const end = endOf(text, found.index + 2, sign)
    const raw = text.slice(found.index, end < 0 ? text.length : end)
    const inner = raw.slice(2, end < 0 ? undefined : -2)
    const body = inner.replace(/^[-~]/, '').replace(/[-~]$/, '').trim()
    const signs = [inner.at(0), inner.at(-1)]
    add(raw, {
      kind: kinds[sign],
      body,
      word: sign === '{%' ? (/^\w+/.exec(body)?.[0] ?? '') : '',
      open: signs[0] === '-',
      close: signs[1] === '-' && inner.length > 1,
      partly: signs.includes('~') && sign !== '{#',
      closed: end >= 0,
      eats: sign !== '{{' && end >= 0 && text[end] === '\n' && signs[1] !== '-',
    })
    at = end < 0 ? text.length : end
    pattern.lastIndex = at
  }
  if (at < text.length) add(text.slice(at), { kind: 'text' })
  return tags
}
