import type { Say } from './say.ts'
import type { Token } from './tokens.ts'

/** Characters of a line that a console takes. */
const maxLine = 4096

const twig: readonly (readonly [RegExp, string])[] = [
  [/^\{%[-~]?\s*(else\s?if|elif)\b/, 'Write `{{else if (eq a b)}}`.'],
  [/^\{%[-~]?\s*if\b/, 'Write `{{#if (eq a b)}}` … `{{/if}}`.'],
  [/^\{%[-~]?\s*else\b/, 'Write `{{else}}`.'],
  [/^\{%[-~]?\s*endif\b/, 'Write `{{/if}}`.'],
  [/^\{%[-~]?\s*for\b/, 'Write `{{#each list as |item|}}` … `{{/each}}`.'],
  [/^\{%[-~]?\s*endfor\b/, 'Write `{{/each}}`.'],
  [/^\{%[-~]?\s*set\b/, 'Write `{{set "name" value}}`.'],
  [/^\{%[-~]?\s*include\b/, 'Write `{{> name}}`.'],
  [/^\{#/, 'Write a comment as `{{!-- text --}}`.'],
]

interface Rule {
  code: string
  pattern: RegExp
  message: string
  hint: string | ((found: string) => string)
  severity?: 'warning'
  /** Only what stands outside of braces. */
  outside?: boolean
}

const rules: readonly Rule[] = [
  {
    code: 'TWIG',
    pattern: /\{%.*?(%\}|$)|\{#(?!\w+\}).*?(#\}|$)/g,
    message: 'this is Twig, not Handlebars',
    hint: found =>
      `${twig.find(([pattern]) => pattern.test(found))?.[1] ?? 'Write it in Handlebars.'} ` +
      '`convert` translates a whole template.',
    outside: true,
  },
  {
    code: 'JAVASCRIPT',
    pattern: /\$\{[^}]*\}?/g,
    message: '`${…}` is JavaScript and is sent as it is',
    hint: found => `Write \`{{${found.replace(/^\$\{|\}$/g, '')}}}\`.`,
    outside: true,
  },
  {
    code: 'BRACE_SINGLE',
    pattern: /(?<!\$)\{\s*[a-z_]\w*(\.\w+)+\s*\}/g,
    message: 'one brace is text and is sent as it is',
    hint: found => `Write \`{${found}}\`.`,
    outside: true,
  },
  {
    code: 'HTML_ENTITY',
    pattern: /&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,5}|#x[0-9a-f]{2,4});/gi,
    message: 'this is HTML and is sent as it is',
    hint: 'Write the sign itself.',
  },
  {
    code: 'QUOTES_SMART',
    pattern: /[“”„«»‘’‚‛′″]/g,
    message: 'these are quotes of a text editor; no device reads them',
    hint: 'Write `"` or `\'`.',
  },
  {
    code: 'TAB',
    pattern: /\t/g,
    message: 'a tab completes a command on most consoles',
    hint: 'Write spaces.',
    severity: 'warning',
    outside: true,
  },
  {
    code: 'NON_ASCII',
    pattern: /[^\x00-\x7f“”„«»‘’‚‛′″]+/g,
    message: 'most consoles take ASCII only',
    hint: 'Write Latin letters, or put the text into a comment.',
    severity: 'warning',
  },
]

/** The text with braces blanked (`all`), or only comments. Length and lines stay. */
export function blanked(text: string, tokens: readonly Token[], all: boolean): string {
  let out = ''
  let at = 0
  for (const { kind, start, end } of tokens) {
    if (!all && kind !== 'comment') continue
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return out + text.slice(at)
}

/** Mistakes of the plain text. True: one of them is an error, so that the parser has nothing to add. */
export function checkText(text: string, tokens: readonly Token[], say: Say): boolean {
  let wrong = false
  const carriage = text.indexOf('\r')
  if (carriage >= 0) {
    const before = text.slice(0, carriage).split('\n')
    const place = { line: before.length, column: before.at(-1)!.length + 1 }
    say(
      'CRLF',
      place,
      'lines end as on Windows (CRLF)',
      'Save the text with LF; nothing else has to change.',
      'warning',
    )
  }
  const outside = blanked(text, tokens, true).split('\n')
  const inside = blanked(text, tokens, false).split('\n')
  for (const [row, source] of text.split('\n').entries()) {
    if (source.length > maxLine) {
      const place = { line: row + 1, column: maxLine + 1 }
      say(
        'LINE_LONG',
        place,
        `a command may have at most ${maxLine} characters`,
        'Split it into several lines.',
      )
      wrong = true
      continue
    }
    for (const rule of rules) {
      const found = (rule.outside ? outside : inside)[row]!.replace(/\r$/, '').matchAll(rule.pattern)
      for (const match of found) {
        const hint = typeof rule.hint === 'string' ? rule.hint : rule.hint(match[0])
        say(rule.code, { line: row + 1, column: match.index + 1 }, rule.message, hint, rule.severity)
        if (rule.severity === undefined) wrong = true
        break
      }
    }
  }
  return wrong
}
