import { DeviceError } from '../contract/errors.ts'

/** What a vendor's console takes as a text from a user. */
export interface CliTextOptions {
  /** Name of the argument, for the error. */
  argument: string
  /** Maximum number of characters. */
  max: number
  /**
   * How the vendor reads a text with spaces: `double`: in double quotes; `line`: the rest of the line;
   * `none`: it cannot, so spaces are refused. A text with quotes is always refused, because vendors escape
   * quotes in different ways. Without quotes, characters are refused that end a command, begin a filter or a
   * substitution on some console (NX-OS runs the text after a `;`).
   */
  quote?: 'double' | 'line' | 'none'
  /**
   * Characters that the line editor of this vendor removes or interprets, in addition to `?` and quotes. They
   * are written as in a class of a regular expression.
   */
  refuse?: string
}

/**
 * A text from a user as part of a command line: one line of printable ASCII, without characters that a line
 * editor interprets (`?` asks for help even inside of quotes). The text is never changed or cut.
 * @throws DeviceError BadArgument with the argument and the character
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
    throw new DeviceError('BadArgument', `${argument} may not contain ${shown} on this device`, { argument })
  }
  if (value.length > max)
    throw new DeviceError(
      'BadArgument',
      `${argument} may have at most ${max} characters on this device, not ${value.length}`,
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
