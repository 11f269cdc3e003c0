import { DeviceError } from '@linecard/driver-kit'
import { constructsAt, parseCommand } from '@linecard/driver-kit/cli'
import { TemplateError } from '../contract/error.ts'
import type { Place, RenderedLine } from '../contract/template.ts'
import type { Why } from '../base/refused.ts'
import { secretParts, type Secrets } from './secrets.ts'
import { valueCheck, type ValueCheck, type ValueRules } from './rules.ts'

/** One command of a console. */
export interface Command {
  /** Typed as it is, whatever it looks like. Empty: only the constructs, e.g. a pause. */
  text: string
  /** Constructs of the author: `<confirm="y">`. Absent: none. */
  constructs?: string
  /** Parts of both that nobody may see. Absent: none. */
  secrets?: string[]
}

const failed = (place: Place, why: Why) => new TemplateError({ severity: 'error', ...why, ...place })

/**
 * The line with values made of a character that is in no construct, so that only the author's text counts.
 */
function authored({ text, values }: RenderedLine): string {
  let masked = ''
  let at = 0
  for (const [start, end] of values) {
    masked += text.slice(at, start) + '\0'.repeat(end - start)
    at = end
  }
  return masked + text.slice(at)
}

/**
 * Whether a position is inside of the author's double quotes. A quote after a backslash may be a character.
 */
const isQuoted = (own: string, from: number, at: number) =>
  !own.includes('\\') && own.slice(from, at).split('"').length % 2 === 0

function checkValues(line: RenderedLine, own: string, split: number, check: ValueCheck): void {
  for (const [start, end, name, place, mayBeEmpty] of line.values) {
    const quoted = isQuoted(own, start >= split ? split : 0, start)
    const [before, after] = [line.text.charAt(start - 1), line.text.charAt(end)]
    const why = check(line.text.slice(start, end), { name, quoted, mayBeEmpty, before, after })
    if (why) throw failed(place, why)
  }
  const [first, last] = [line.values[0], line.values.at(-1)]
  const edge = first && line.text.startsWith(' ') ? first : last && line.text.endsWith(' ') ? last : undefined
  if (edge)
    throw failed(edge[3], {
      code: 'VALUE_SPACE',
      message: `"${edge[2]}" begins or ends with a space at an end of the line`,
      hint: `Write {{trim ${edge[2]}}}.`,
    })
  const command = own.slice(0, split)
  const inText = line.values.find(([start]) => start < split)
  if (inText && command.split('"').length % 2 === 0)
    throw failed(line.place, {
      code: 'QUOTE_OPEN',
      message: 'a double quote has no end in this line',
      hint: 'Close it, so that it is known which values are inside of quotes.',
    })
}

function commandOf(line: RenderedLine, check: ValueCheck, secrets: Secrets): Command {
  const own = authored(line)
  const split = constructsAt(own) ?? line.text.length
  checkValues(line, own, split, check)
  const text = line.text.slice(0, split).trimEnd()
  const constructs = line.text.slice(split)
  try {
    // The text is typed as it is; a letter stands for it here, so that a value never reads as a construct.
    if (constructs !== '') parseCommand(`${text === '' ? '' : 'x '}${constructs}`)
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    throw failed(line.place, {
      code: 'CONSTRUCT',
      message: error.message,
      hint: 'Constructs stand at the end of a line, each as in its description.',
    })
  }
  if (text.length > 4096 || /\p{Cc}/u.test(text.replaceAll('\t', ' ')))
    throw failed(line.place, {
      code: 'COMMAND_LENGTH',
      message: 'a command has at most 4096 characters and no control characters',
      hint: 'Split the line.',
    })
  const hidden = secretParts(line, secrets)
  return { text, ...(constructs !== '' && { constructs }), ...(hidden.length > 0 && { secrets: hidden }) }
}

/**
 * The commands of rendered lines. Constructs come from the text of the author only: a value is text, whatever
 * it looks like, and may have no character with which a console would do something else.
 * @throws TemplateError with the place and the name of the expression
 */
export function commandsOf(
  lines: readonly RenderedLine[],
  { rules, secrets = { keys: [], values: [] } }: { rules?: ValueRules; secrets?: Secrets } = {},
): Command[] {
  const check = valueCheck(rules)
  return lines.map(line => commandOf(line, check, secrets))
}
