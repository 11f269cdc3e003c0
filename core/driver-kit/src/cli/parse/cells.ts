/** Cells of one row by name, as the console wrote them, without blanks at their ends. */
export type CliCells = Readonly<Record<string, string>>

/**
 * Characters of a line that parsers read. No table of a console is wider. The limit bounds the cost of a
 * hostile line.
 */
const maxLineLength = 2048

/** Lines of an output without trailing blanks, each bounded. */
export const linesOf = (text: string): string[] =>
  text.split('\n').map(line => line.slice(0, maxLineLength).trimEnd())
