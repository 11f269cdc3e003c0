/**
 * Signs that make a spreadsheet read a cell as a formula, after it has removed the blanks before them.
 * Full-width signs count in some languages.
 */
const sign = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]'
const atStart = new RegExp(`^(?:[\\t\\r]|[\\s\\uFEFF]*${sign})`, 'u')
const guardedStart = new RegExp(`^'+(?:[\\t\\r]|[\\s\\uFEFF]*${sign})`, 'u')
/** Numbers with or without a unit, and telephone numbers. They contain no name, reference or call. */
const harmless = /^[+-][\d .,()-]{1,40}(?: ?(?:dBm?|V|mA|°C|m|km|%))?$/

/**
 * Starts inside of a cell. A spreadsheet that splits at another separator than that of the file sees a new
 * cell there, with or without quotes. Plus and minus are common after a comma. They are harmless without a
 * call or a reference to another program.
 */
const inner = (apostrophes: string) =>
  new RegExp(
    `([;,\\t\\r\\n][\\s"\\uFEFF]*)${apostrophes}('*)` +
      `([=@\\uFF1D\\uFF20]|[+\\-\\uFF0B\\uFF0D](?=[^;,\\t\\r\\n]*[(|!]))`,
    'gu',
  )
const bareInside = inner('')
const guardedInside = inner("'")

/**
 * A text as a cell that no spreadsheet reads as a formula: an apostrophe is put before the start of a formula
 * (fault 73). A text that looks guarded gets one more apostrophe, so that `unguarded` always returns the
 * original text.
 */
export function guarded(text: string): string {
  if (harmless.test(text)) return text
  return (atStart.test(text) || guardedStart.test(text) ? `'${text}` : text).replace(bareInside, "$1'$2$3")
}

/** The text that `guarded` was given. */
export function unguarded(cell: string): string {
  const text = cell.replace(guardedInside, '$1$2$3')
  return guardedStart.test(text) ? text.slice(1) : text
}
