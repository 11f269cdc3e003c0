const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
/** A table of a page; numbers stand right. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) => [
  row(head),
  row(head.map((_, at) => (at === 0 ? '---' : '---:'))),
  ...rows.map(row),
]
export const bold = (number: number) => (number === 0 ? 0 : `**${number}**`)
