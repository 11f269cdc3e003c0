import { DeviceError } from '../contract/errors.ts'

export interface CliTextOptions {
  /** Name of the argument, for the error. */
  argument: string
  /** Characters at most. */
  max: number
  /**
   * How the vendor takes a text with spaces: `double` writes it in double quotes, `line` takes what is left
   * of the line, `none` cannot (spaces are refused).
   * A text that holds the quote itself is refused either way: no vendor escapes it the same way twice.
   * Without quotes nothing may stand in it that some console takes for the end of a command, a filter or a
   * substitution (NX-OS runs what stands behind a `;`).
   */
  quote?: 'double' | 'line' | 'none'
  /**
   * Characters, as the inside of a class of a regular expression, that this vendor's line editor eats or
   * interprets, beside `?` and quotes.
   */
  refuse?: string
}

/**
 * A person's text as part of a command line: one line of printable ASCII, nothing that a line editor would
 * act on (`?` asks for help even inside of quotes).
 * @throws DeviceError BadArgument naming the argument and the character; nothing is changed or cut in silence
 */
export function cliText(
  value: string,
  { argument, max, quote = 'double', refuse = '' }: CliTextOptions,
): string {
  const bad = new RegExp(
    `[^\\x20-\\x7e]|[?"'\`\\\\${refuse}${quote === 'double' ? '' : ';|&$<>'}]` +
      (quote === 'none' ? '|\\x20' : ''),
    'u',
  ).exec(value)
  if (bad) {
    const shown =
      bad[0] === ' '
        ? 'a space'
        : /[\x21-\x7e]/.test(bad[0])
          ? bad[0]
          : `U+${bad[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
    throw new DeviceError('BadArgument', `${argument} may not hold ${shown} on this device`, { argument })
  }
  if (value.length > max)
    throw new DeviceError(
      'BadArgument',
      `${argument} may have ${max} characters on this device, not ${value.length}`,
      { argument },
    )
  if (quote === 'line' && value !== value.trim())
    throw new DeviceError('BadArgument', `${argument} may not begin or end with a space on this device`, {
      argument,
    })
  if (quote !== 'double' && value === '')
    throw new DeviceError('BadArgument', `${argument} may not be empty on this device`, { argument })
  return quote === 'double' ? `"${value}"` : value
}
