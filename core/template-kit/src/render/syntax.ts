import type { Place } from '../contract/template.ts'
import { refused, type Refused, type Why } from '../base/refused.ts'

/** What authors of Twig write, and what it is here. */
const twig: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [/^\{%-?\s*if\b/, 'Write {{#if (eq a b)}} … {{else}} … {{/if}}.'],
  [/^\{%-?\s*(elseif|else)\b/, 'Write {{else if (eq a b)}} or {{else}}.'],
  [/^\{%-?\s*endif\b/, 'Write {{/if}}.'],
  [/^\{%-?\s*for\b/, 'Write {{#each list as |item|}} … {{/each}}.'],
  [/^\{%-?\s*endfor\b/, 'Write {{/each}}.'],
  [/^\{%-?\s*set\b/, 'Write {{set "name" value}}.'],
  [/^\{%-?\s*include\b/, 'Write {{> name}}.'],
  [/^\{#/, 'Write a comment as {{!-- text --}}.'],
  [/^\{%/, 'Write it in Handlebars: {{#if …}}, {{#each …}}, {{set …}}.'],
]

/** The text with comments blanked: what `convert` could not translate stands in them. */
function withoutComments(text: string): string {
  const [open, close] = [/\{\{~?!--/g, /--~?\}\}/g]
  let sent = ''
  let at = 0
  for (let found = open.exec(text); found; found = open.exec(text)) {
    close.lastIndex = open.lastIndex
    if (!close.exec(text)) break
    sent += text.slice(at, found.index) + text.slice(found.index, close.lastIndex).replace(/[^\n]/g, ' ')
    at = open.lastIndex = close.lastIndex
  }
  return sent + text.slice(at)
}

/** A statement of Twig, which Handlebars would take for text and send to the device; null: there is none. */
export function twigPlace(text: string, where: string): Refused | null {
  const sent = withoutComments(text)
  const found = /\{%-?\s*(if|elseif|else|endif|for|endfor|set|include|endset|block|macro)\b/.exec(sent)
  if (!found) return null
  const before = text.slice(0, found.index).split('\n')
  const rest = text.slice(found.index, found.index + 40)
  return refused(
    { where, line: before.length, column: before.at(-1)!.length + 1 },
    {
      code: 'TWIG',
      message: `${found[0]} is a statement of Twig`,
      hint: `${twig.find(([pattern]) => pattern.test(rest))![1]} \`convert\` translates a whole template.`,
    },
  )
}

const operators: readonly (readonly [pattern: RegExp, what: string, hint: string])[] = [
  [/==/, '==', 'Write {{#if (eq a b)}}.'],
  [/!=/, '!=', 'Write {{#if (ne a b)}}.'],
  [/&&/, '&&', 'Write {{#if (and a b)}}.'],
  [/\|\|/, '||', 'Write {{#if (or a b)}}.'],
  [/>=/, '>=', 'Write {{#if (gte a b)}}.'],
  [/<=/, '<=', 'Write {{#if (lte a b)}}.'],
  [/[^>]>\s/, '>', 'Write {{#if (gt a b)}}.'],
  [/\s<\s/, '<', 'Write {{#if (lt a b)}}.'],
  [/\s\|\s*\w/, '|', 'Filters are helpers here: {{lower name}}, {{default name "x"}}.'],
  [/\s\+\s/, '+', 'Write {{add a b}}.'],
  [/\s-\s/, '-', 'Write {{sub a b}}.'],
  [/\s\*\s/, '*', 'Write {{mul a b}}.'],
  [/\s~\s/, '~', 'Write {{concat a b}}.'],
  [/\s\?\s/, '?', 'Write {{#if a}}b{{else}}c{{/if}}.'],
  [/,/, ',', 'Arguments are separated by spaces: {{helper a b}}.'],
  [/\w\[/, '[', 'Write {{lookup list index}}.'],
]

const wrong = (message: string, hint: string): Why => ({ code: 'SYNTAX', message, hint })

/** The operator of another language in the expression at a column, or in the last one before it. */
function operatorNear(line: string, column: number) {
  const before = [...line.matchAll(/\{\{[^{}]*\}?\}?/g)].findLast(({ index }) => index < column)
  if (!before) return undefined
  const content = before[0].slice(2).replace(/^[#^>~]\s*(\w+)?/, '')
  const bare = content.replace(/\bas \|[^|]*\|/, '').replace(/"[^"]*"/g, '""')
  return operators.find(([pattern]) => pattern.test(bare))
}

/** The error of the parser in words of an author. */
export function syntaxWhy(error: unknown, token: string, text: string, { line, column }: Place): Why {
  const said = error instanceof Error ? error.message : String(error)
  const mismatch = /^(.+) doesn't match (.+?)(?: - \d+:\d+)?$/.exec(said)
  if (mismatch)
    return wrong(
      `{{#${mismatch[1]}}} is closed by {{/${mismatch[2]}}}`,
      `Close blocks in the order in which they were opened; here with {{/${mismatch[1]}}}.`,
    )
  if (said.startsWith('Invalid path'))
    return wrong(
      said.replace(/ - \d+:\d+$/, ''),
      'A path is names with dots: device.params.vlan, ../name, this.name.',
    )
  if (/got 'EOF'/.test(said))
    return wrong(
      'the text ends inside of a block',
      'Close every {{#if}}, {{#unless}}, {{#each}} and {{#with}}.',
    )
  if (/got 'OPEN_ENDBLOCK'/.test(said))
    return wrong('this block was not opened', 'Delete it, or open the block before it.')
  if (/got '(INVERSE|OPEN_INVERSE_CHAIN)'/.test(said))
    return wrong('{{else}} stands outside of a block', 'Put it between {{#if …}} and {{/if}}.')
  const operator = operatorNear(text.split('\n')[line - 1] ?? '', column)
  if (operator) return wrong(`"${operator[1]}" is not part of an expression here`, operator[2])
  if (/^\d+$/.test(token))
    return wrong(`"${token}" does not belong here`, `An item of a list is list.[${token}].`)
  const shown = token.trim().slice(0, 30)
  return wrong(
    shown === '' ? 'this is not an expression' : `"${shown}" does not belong here`,
    'An expression is {{name}}, {{helper argument argument}} or {{helper (helper argument)}}, ' +
      'closed by }}.',
  )
}
