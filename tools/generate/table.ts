/** A row of a Markdown table. */
export const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
