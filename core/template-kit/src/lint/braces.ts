import type { Say } from './say.ts'
import type { Token } from './tokens.ts'

/** Signs of other languages inside of braces: pattern, code, what it is, what to write. */
const signs: readonly (readonly [RegExp, string, string, string])[] = [
  [/===?/, 'OPERATOR', '==', 'Write `{{#if (eq a b)}}`.'],
  [/!==?/, 'OPERATOR', '!=', 'Write `{{#if (ne a b)}}`.'],
  [/&&/, 'OPERATOR', '&&', 'Write `{{#if (and a b)}}`.'],
  [/\|\|/, 'OPERATOR', '||', 'Write `{{#if (or a b)}}`.'],
  [/(?<=\S\s*)>=/, 'OPERATOR', '>=', 'Write `{{#if (gte a b)}}`.'],
  [/<=/, 'OPERATOR', '<=', 'Write `{{#if (lte a b)}}`.'],
  [/(?<=[^\s#/^>]\s*)>/, 'OPERATOR', '>', 'Write `{{#if (gt a b)}}`.'],
  [/</, 'OPERATOR', '<', 'Write `{{#if (lt a b)}}`.'],
  [
    /(?<=\w\s*)\|(?!\|)(?=\s*\w+(?!.*\|))/,
    'FILTER',
    '|',
    'Filters are helpers: `{{lower name}}`, `{{default name "x"}}`.',
  ],
  [/\+/, 'OPERATOR', '+', 'Write `{{add a b}}`, or `{{concat a b}}` for texts.'],
  [/\s-\s|(?<=\w)-\s|\s-(?=[a-z])/, 'OPERATOR', '-', 'Write `{{sub a b}}`.'],
  [/\*(?!inline)/, 'OPERATOR', '*', 'Write `{{mul a b}}`.'],
  [/(?<=\S)\s*~\s*(?=\S)/, 'OPERATOR', '~', 'Write `{{concat a b}}`.'],
  [/\?/, 'OPERATOR', '?', 'Write `{{#if a}}b{{else}}c{{/if}}`.'],
  [/(?<=^\s*|\(\s*|#(?:if|unless)\s+)!(?=[\w(])/, 'OPERATOR', '!', 'Write `(not a)`, or `{{#unless a}}`.'],
  [/,/, 'COMMA', ',', 'Arguments are separated by spaces: `{{helper a b}}`.'],
  [/(?<=[\w)])\[/, 'INDEX', '[', 'Write `{{lookup list index}}`.'],
  [/(?<=\w)\((?!\s*\))/, 'CALL', '(', 'The helper stands inside: `(lower name)`, not `lower(name)`.'],
  [/;/, 'SEMICOLON', ';', 'Delete it.'],
  [
    /[^=!<>]=(?![=])(?=.*)(?<=^#?(?:if|unless|else if|elseif)\b.*)/,
    'OPERATOR',
    '=',
    'Write `{{#if (eq a b)}}`.',
  ],
]

/** The body with quoted texts blanked, so that signs in texts do not count. */
const bare = (body: string): string =>
  body
    .replace(/"[^"]*"|'[^']*'/g, text => '·'.repeat(text.length))
    // `as |item|` has bars of Handlebars.
    .replace(/\bas\s+\|[^|]*\|/g, text => '·'.repeat(text.length))

function placeIn(token: Token, offset: number): { line: number; column: number } {
  const before = token.body.slice(0, offset).split('\n')
  const first = token.column + (token.triple ? 3 : 2)
  const column = before.length === 1 ? first + offset : before.at(-1)!.length + 1
  return { line: token.line + before.length - 1, column }
}

/** Characters between braces. */
const maxBody = 2000

/** Mistakes inside of braces that the parser would only call "not expected". True: there is one. */
export function checkBraces(tokens: readonly Token[], say: Say): boolean {
  let wrong = false
  for (const token of tokens) {
    if (token.kind === 'comment' && token.closed) continue
    if (!token.closed) {
      const hint = `Close it with \`${token.kind === 'comment' ? '--}}' : token.triple ? '}}}' : '}}'}\`.`
      say('BRACES_UNCLOSED', token, `\`${token.triple ? '{{{' : '{{'}\` is not closed`, hint)
      return true
    }
    if (token.triple)
      say(
        'TRIPLE_BRACES',
        token,
        'three braces do nothing here: values are never escaped',
        'Write `{{` and `}}`.',
        'warning',
      )
    if (token.body.trim() === '') {
      say(
        'BRACES_EMPTY',
        token,
        'there is nothing between the braces',
        'Name a variable, or delete the braces.',
      )
      wrong = true
      continue
    }
    if (token.body.length > maxBody) {
      say(
        'BRACES_LONG',
        token,
        `more than ${maxBody} characters between the braces`,
        'Keep parts with `{{set "name" …}}`.',
      )
      return true
    }
    const body = bare(token.body)
    const found = signs
      .map(sign => ({ sign, at: sign[0].exec(body)?.index ?? -1 }))
      .filter(({ at }) => at >= 0)
      .toSorted((left, right) => left.at - right.at)[0]
    if (found) {
      const { sign, at } = found
      const skip = /^\s*/.exec(body.slice(at))![0].length
      say(sign[1], placeIn(token, at + skip), `\`${sign[2]}\` is not written inside of braces`, sign[3])
      wrong = true
    } else wrong = checkPairs(token, body, say) || wrong
  }
  return wrong
}

function checkPairs(token: Token, body: string, say: Say): boolean {
  const opens: number[] = []
  for (let at = 0; at < body.length; at++) {
    if (body[at] === '(') opens.push(at)
    else if (body[at] === ')' && opens.pop() === undefined) {
      say(
        'PARENTHESES',
        placeIn(token, at),
        '`)` closes nothing',
        'Delete it, or write `(` before the helper.',
      )
      return true
    }
  }
  const quote = /["']/.exec(body)
  if (quote) {
    say(
      'QUOTES_UNCLOSED',
      placeIn(token, quote.index),
      'the quotes are not closed',
      'Close them with the same sign.',
    )
    return true
  }
  if (opens.length === 0) return false
  say('PARENTHESES', placeIn(token, opens.at(-1)!), '`(` is not closed', 'Write `)` after the last argument.')
  return true
}
