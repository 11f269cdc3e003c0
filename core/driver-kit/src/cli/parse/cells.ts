/** Cells of one row by name, as the console wrote them, without blanks at their ends. */
export type Cells = Readonly<Record<string, string>>

/** Longest line that is looked at: no table of a console is wider, and a hostile one shall cost little. */
export const LONGEST_PARSED = 2048

/** Lines of an output without trailing blanks, each bounded. */
export const linesOf = (text: string): string[] => text.split('\n').map(line => line.slice(0, LONGEST_PARSED).trimEnd())

/** Patterns with named groups; the first that fits counts. They must cost linear time (no `.*?` before blanks, no two neighbours that fit the same). */
type Patterns = RegExp | readonly RegExp[]

export interface LineRules {
  /** A line that begins a row; its named groups are the cells. */
  row: Patterns
  /** Lines whose groups hold for all rows behind them until said anew: the heading of a VLAN, the unit of a stack. */
  above?: Patterns
  /** Lines behind the beginning of a row that give it more cells; what the row has already stays. */
  within?: Patterns
  /** Lines that go on with a cell of the row before, joined by a comma: a list of ports over several lines. */
  more?: Patterns
  /** A line behind which the table begins; nothing before it is looked at. */
  from?: RegExp
  /** A line at which the table ends. */
  to?: RegExp
}

const groupsOf = (line: string, patterns: Patterns | undefined): [string, string][] | null => {
  for (const pattern of patterns === undefined ? [] : Array.isArray(patterns) ? patterns as readonly RegExp[] : [patterns as RegExp]) {
    const found = pattern.exec(line)
    if (found) return Object.entries(found.groups ?? {}).flatMap(([name, value]) => value === undefined ? [] : [[name, value.trim()]])
  }
  return null
}

/** Reads an output line by line: tables without free text in the middle, and blocks of `key: value`. */
export const byLines = ({ row, above, within, more, from, to }: LineRules) => (text: string): Cells[] => {
  const rows: Record<string, string>[] = []
  let held: Record<string, string> = {}
  let inside = from === undefined
  for (const line of linesOf(text)) {
    if (!inside) {
      inside = from!.test(line)
      continue
    }
    if (to?.test(line)) {
      if (from === undefined) break
      inside = false
      continue
    }
    const heading = groupsOf(line, above)
    if (heading) held = { ...held, ...Object.fromEntries(heading) }
    const begun = groupsOf(line, row)
    if (begun) {
      rows.push({ ...held, ...Object.fromEntries(begun) })
      continue
    }
    const last = rows.at(-1)
    if (!last || heading) continue
    for (const [name, value] of groupsOf(line, within) ?? []) last[name] ??= value
    for (const [name, value] of groupsOf(line, more) ?? []) last[name] = last[name] ? `${last[name]},${value}` : value
  }
  return rows
}

export interface ColumnRules {
  /** Names of the columns in their order; null for one that nobody needs. */
  columns: readonly (string | null)[]
  /** The line under the headings, of which each run of dashes is a column (`---- --------`); the usual unless said. */
  ruler?: RegExp
  /** Instead of a ruler: the line of headings itself; a column begins where its heading does. `titles` are the headings, as they stand in it. */
  titles?: readonly string[]
  /** What joins a cell with what the next line has for it, where the first column is empty there: `,` for lists, the empty text for words cut in two. Not said: such lines are no rows. */
  joins?: string
  /** A line at which the table ends. */
  to?: RegExp
  /** The table may also hold lines that are no rows. */
  skip?: RegExp
}

interface Column { start: number, end: number }

const usualRuler = /^[\s|+]*-{2,}(?:[\s|+-]*-)?[\s|+]*$/
const columnsOf = (ruler: string): Column[] => [...ruler.matchAll(/[-=]+/g)].map(({ index, 0: run }) => ({ start: index, end: index + run.length }))
const titled = (line: string, titles: readonly string[]): Column[] | null => {
  const starts: number[] = []
  for (const title of titles) {
    const at = line.indexOf(title, starts.length === 0 ? 0 : starts.at(-1)! + 1)
    if (at < 0) return null
    starts.push(at)
  }
  return starts.map((start, at) => ({ start, end: at + 1 < starts.length ? starts[at + 1]! - 1 : Infinity }))
}

/** Cuts a line at the columns. A cell that is longer than its column keeps its whole last word, and the next begins behind it. */
function cut(line: string, columns: readonly Column[]): string[] {
  let at = 0
  return columns.map(({ start, end }, number) => {
    const next = columns[number + 1]
    let stop = next ? Math.max(end, at) : line.length
    if (next) while (stop < line.length && line[stop] !== ' ' && line[stop] !== '|') stop++
    const begin = number === 0 ? 0 : Math.min(Math.max(at, 0), line.length)
    at = Math.max(at, stop)
    return line.slice(Math.min(begin, start), stop).replace(/^[\s|]+|[\s|]+$/g, '')
  })
}

/** Reads tables by the position of their columns: where cells are free text or may be empty. */
export const byColumns = ({ columns, ruler = usualRuler, titles, joins, to, skip }: ColumnRules) => (text: string): Cells[] => {
  const rows: Record<string, string>[] = []
  let places: Column[] | null = null
  for (const line of linesOf(text)) {
    const begun: Column[] | null = titles ? titled(line, titles) : ruler.test(line) ? columnsOf(line) : null
    if (begun && begun.length >= columns.length) {
      places = begun
      continue
    }
    if (!places || line.trim() === '' || usualRuler.test(line) || skip?.test(line)) continue
    if (to?.test(line)) {
      places = null
      continue
    }
    const cells = cut(line, places)
    const last = rows.at(-1)
    if (cells[0] === '') {
      if (last && joins !== undefined) columns.forEach((name, at) => { if (name !== null && cells[at]) last[name] = last[name] ? `${last[name]}${joins}${cells[at]}` : cells[at]! })
      continue
    }
    rows.push(Object.fromEntries(columns.flatMap((name, at) => name === null ? [] : [[name, cells[at] ?? '']])))
  }
  return rows
}
