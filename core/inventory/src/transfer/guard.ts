/**
 * What makes a spreadsheet take a cell for a formula, once it has dropped the blanks before it; full-width
 * signs count in some languages.
 */
const sign = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]'
const atStart = new RegExp(`^(?:[\\t\\r]|[\\s\\uFEFF]*${sign})`, 'u')
const guardedStart = new RegExp(`^'+(?:[\\t\\r]|[\\s\\uFEFF]*${sign})`, 'u')
/** Numbers, with a unit or without, and telephone numbers: no name, reference or call is in them. */
const harmless = /^[+-][\d .,()-]{1,40}(?: ?(?:dBm?|V|mA|°C|m|km|%))?$/

/**
 * Inside of a cell: a spreadsheet that splits at another separator than the file's sees a cell begin there,
 * quotes or not. Plus and minus are common after a comma; without a call or a reference to another program
 * they do nothing.
 */
const inner = (apostrophes: string) =>
  new RegExp(
    `([;,\\t\\r\\n][\\s"\\uFEFF]*)${apostrophes}('*)([=@\\uFF1D\\uFF20]|[+\\-\\uFF0B\\uFF0D](?=[^;,\\t\\r\\n]*[(|!]))`,
    'gu',
  )
const bareInside = inner('')
const guardedInside = inner("'")

/**
 * A text as a cell that no spreadsheet takes for a formula: an apostrophe goes before what begins as one
 * (fault 73). A text that looks as if it had been guarded gets one more, so that `unguarded` always gives
 * back what there was.
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
