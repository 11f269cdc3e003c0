import type { Finding } from '../contract/finding.ts'
import type { Linted } from '../contract/template.ts'
import type { VariableSchema } from '../expressions/schema.ts'
import { isRefused } from '../base/refused.ts'
import { parseText } from '../render/parse.ts'
import { checkConstructs } from './constructs.ts'
import { checkParameters, parameterReads } from './parameters.ts'
import { schemaWith } from './schema.ts'
import { gather, type Say } from './say.ts'
import { checkText } from './text.ts'
import { tokensOf, type Token } from './tokens.ts'
import type { Template } from './state.ts'
import { createWalk } from './walk.ts'

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
function checkBraces(tokens: readonly Token[], say: Say): boolean {
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

/** Blocks that are not closed, or closed by another name. True: there is such a mistake. */
function checkBlocks(tokens: readonly Token[], say: Say): boolean {
  const open: Token[] = []
  for (const token of tokens) {
    const { kind, name } = token
    if (kind === 'open' || (kind === 'include' && token.body.startsWith('#'))) open.push(token)
    else if (kind === 'else' && open.length === 0) {
      say(
        'ELSE_OUTSIDE',
        token,
        '`{{else}}` stands outside of a block',
        'Put it between `{{#if …}}` and `{{/if}}`.',
      )
      return true
    } else if (kind === 'close') {
      const around = open.pop()
      if (around === undefined) {
        const hint =
          name === 'else' ? 'Write `{{else}}`.' : `Delete it, or write \`{{#${name} …}}\` before it.`
        say('BLOCK_UNOPENED', token, `\`{{/${name}}}\` closes a block that was not opened`, hint)
        return true
      }
      if (around.name === name) continue
      say(
        'BLOCK_MISMATCH',
        token,
        `\`{{#${around.name}}}\` of line ${around.line} is closed by \`{{/${name}}}\``,
        `Write \`{{/${around.name}}}\` here, or close the blocks in the order in which they were opened.`,
      )
      return true
    }
  }
  const last = open.at(-1)
  if (!last) return false
  if (last.name === 'else' || last.name === 'elseif')
    say(
      'ELSE_WRONG',
      last,
      `\`{{#${last.name}}}\` opens a block`,
      'Write `{{else}}` or `{{else if (eq a b)}}`.',
    )
  else
    say(
      'BLOCK_UNCLOSED',
      last,
      `\`{{#${last.name}}}\` is never closed`,
      `Write \`{{/${last.name}}}\` where it ends.`,
    )
  return true
}

/** The tree of a text; null: it cannot be parsed, and a finding says why. */
function parsed(text: string, where: string, constructs: boolean, say: Say, add: (finding: Finding) => void) {
  const tokens = tokensOf(text)
  const plain = checkText(text, tokens, say)
  const braces = checkBraces(tokens, say)
  const blocks = !braces && checkBlocks(tokens, say)
  if (constructs && !braces) checkConstructs(text, tokens, say)
  if (braces || blocks) return null
  try {
    return parseText(text, where)
  } catch (error) {
    if (!isRefused(error)) throw error
    // The author has to correct the text first; the parser would only stumble over it.
    if (!plain) add(error.finding)
    return null
  }
}

const order = (left: Finding, right: Finding) => left.line - right.line || left.column - right.column

/** Mistakes of a template and its parameters. Never throws for what an author wrote. */
export function lintTemplate({ parts, blocks, parameters, constructs, ...rest }: Linted): Finding[] {
  const variables = rest.variables as VariableSchema
  const findings: Finding[] = []
  const sayAt = gather(findings)
  const texts = [
    ...Object.entries(parts).map(([where, text]) => ({ where, text, block: null })),
    ...Object.entries(blocks).map(([name, text]) => ({ where: `block:${name}`, text, block: name })),
  ]
  let broken = false
  const templates: Template[] = texts.map(({ where, text, block }) => {
    const before = findings.length
    const program = parsed(text, where, constructs, sayAt(where), finding => findings.push(finding))
    broken ||= findings.slice(before).some(({ severity }) => severity === 'error')
    return { where, block, program }
  })
  const root = schemaWith(variables, parameters)
  const read = createWalk({ templates, root, parameters, sayAt, broken })
  checkParameters(parameters, variables, root, sayAt)
  const used = new Set([...read.params, ...parameterReads(parameters)])
  // A text that is wrong may mean to read anything.
  if (!broken && !read.allParams)
    for (const { key, name } of parameters)
      if (!used.has(key))
        sayAt(`parameter:${key}`)(
          'PARAMETER_UNUSED',
          { line: 1, column: 1 },
          `"${name}" is filled in, and nothing reads \`params.${key}\``,
          'Use it in the template, or delete the parameter.',
          'warning',
        )
  const places = [...texts.map(({ where }) => where), ...parameters.map(({ key }) => `parameter:${key}`)]
  return findings.toSorted(
    (left, right) => places.indexOf(left.where) - places.indexOf(right.where) || order(left, right),
  )
}
