import { problem } from './problem.ts'

/** A text as Handlebars reads it. @throws Problem */
export function quotedText(value: string): string {
  if (/[\n\r]/.test(value))
    throw problem('CONVERT_TEXT', 'a text has a line break', 'Write the lines into the template itself.')
  if (!value.includes('"') && !value.endsWith('\\')) return `"${value}"`
  if (!value.includes("'") && !value.endsWith('\\')) return `'${value}'`
  throw problem(
    'CONVERT_TEXT',
    'a text has both kinds of quotes or ends with a backslash',
    'Split it with concat.',
  )
}

/** A number, a text, true, false or null as Handlebars reads it. @throws Problem */
export const literal = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? quotedText(value) : String(value)
