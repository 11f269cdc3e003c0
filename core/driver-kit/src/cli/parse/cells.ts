/** Cells of one row by name, as the console wrote them, without blanks at their ends. */
export type Cells = Readonly<Record<string, string>>

/** Longest line that is looked at: no table of a console is wider, and a hostile one shall cost little. */
export const LONGEST_PARSED = 2048

/** Lines of an output without trailing blanks, each bounded. */
export const linesOf = (text: string): string[] =>
  text.split('\n').map(line => line.slice(0, LONGEST_PARSED).trimEnd())

/**
 * Patterns with named groups; the first that fits counts. They must cost linear time (no `.*?` before blanks,
 * no two neighbours that fit the same).
 */
type Patterns = RegExp | readonly RegExp[]

export interface LineRules {
  /** A line that begins a row; its named groups are the cells. */
  row: Patterns
  /**
   * Lines whose groups hold for all rows behind them until said anew: the heading of a VLAN, the unit of a
   * stack.
   */
  above?: Patterns
  /** Lines behind the beginning of a row that give it more cells; what the row has already stays. */
  within?: Patterns
  /**
   * Lines that go on with a cell of the row before, joined by a comma: a list of ports over several lines.
   */
  more?: Patterns
  /** Cells that a row without them takes from the row before: the port of a row for each of its pairs. */
  holds?: readonly string[]
  /** A line behind which the table begins; nothing before it is looked at. */
  from?: RegExp
  /** A line at which the table ends. */
  to?: RegExp
}

const groupsOf = (line: string, patterns: Patterns | undefined): [string, string][] | null => {
  for (const pattern of patterns === undefined
    ? []
    : Array.isArray(patterns)
      ? (patterns as readonly RegExp[])
      : [patterns as RegExp]) {
    const found = pattern.exec(line)
    if (found)
      return Object.entries(found.groups ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value.trim()]],
      )
  }
  return null
}

/** Reads an output line by line: tables without free text in the middle, and blocks of `key: value`. */
export const byLines =
  ({ row, above, within, more, holds = [], from, to }: LineRules) =>
  (text: string): Cells[] => {
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
        const before = rows.at(-1)
        const kept = holds.flatMap(name =>
          before?.[name] === undefined ? [] : [[name, before[name]] as [string, string]],
        )
        rows.push({ ...held, ...Object.fromEntries([...kept, ...begun]) })
        continue
      }
      const last = rows.at(-1)
      if (!last || heading) continue
      for (const [name, value] of groupsOf(line, within) ?? []) last[name] ??= value
      for (const [name, value] of groupsOf(line, more) ?? [])
        last[name] = last[name] ? `${last[name]},${value}` : value
    }
    return rows
  }

type Names = readonly (string | null)[]

export interface ColumnRules {
  /**
   * Names of the columns in their order; null for one that nobody needs. Several lists: that with as many as
   * the ruler has.
   */
  columns: Names | readonly Names[]
  /**
   * The line under the headings, of which each run of dashes is a column (`---- --------`); the usual unless
   * said.
   */
  ruler?: RegExp
  /**
   * Instead of a ruler: the line of headings itself; a column begins where its heading does. `titles` are the
   * headings, as they stand in it.
   */
  titles?: readonly string[]
  /**
   * What joins a cell with what the next line has for it, where the first column is empty there: `,` for
   * lists, the empty text for words cut in two. Not said: such lines are no rows.
   */
  joins?: string
  /** A line at which the table ends. */
  to?: RegExp
  /**
   * Cells are cut exactly where columns begin: the device cuts what is too long, and leaves no blank behind
   * it.
   */
  exact?: boolean
  /** The table may also hold lines that are no rows. */
  skip?: RegExp
}

interface Column {
  start: number
  end: number
}

const usualRuler = /^[\s|+]*[-=]{2}[\s|+=-]*$/
const columnsOf = (ruler: string): Column[] =>
  [...ruler.matchAll(/[-=]+/g)].map(({ index, 0: run }) => ({ start: index, end: index + run.length }))
const titled = (line: string, titles: readonly string[]): Column[] | null => {
  const starts: number[] = []
  for (const title of titles) {
    const at = line.indexOf(title, starts.length === 0 ? 0 : starts.at(-1)! + 1)
    if (at < 0) return null
    starts.push(at)
  }
  return starts.map((start, at) => ({ start, end: at + 1 < starts.length ? starts[at + 1]! - 1 : Infinity }))
}

/**
 * Cuts a line at the columns. A cell that is longer than its column keeps its whole last word, and the next
 * begins behind it.
 */
function cut(line: string, columns: readonly Column[], exact: boolean): string[] {
  if (exact)
    return columns.map(({ start }, at) => line.slice(start, columns[at + 1]?.start ?? line.length).trim())
  let at = 0
  return columns.map(({ end }, number) => {
    const next = columns[number + 1]
    let stop = next ? Math.max(end, at) : line.length
    if (next) while (stop < line.length && line[stop] !== ' ' && line[stop] !== '|') stop++
    const begin = at
    at = Math.max(at, stop)
    return line.slice(begin, stop).replace(/^[\s|]+|[\s|]+$/g, '')
  })
}

/** Reads tables by the position of their columns: where cells are free text or may be empty. */
export const byColumns =
  ({ columns: named, ruler = usualRuler, titles, joins, to, skip, exact = false }: ColumnRules) =>
  (text: string): Cells[] => {
    const rows: Record<string, string>[] = []
    const layouts = (Array.isArray(named[0]) ? named : [named]) as readonly Names[]
    let columns = layouts[0]!
    let places: Column[] | null = null
    /** The line before began a row, which is a heading if a ruler follows. */
    let fresh = false
    for (const line of linesOf(text)) {
      const [perhaps, before] = [fresh, rows.length]
      fresh = false
      const begun: Column[] | null = titles ? titled(line, titles) : ruler.test(line) ? columnsOf(line) : null
      const layout =
        begun &&
        (layouts.length > 1
          ? layouts.find(({ length }) => length === begun.length)
          : layouts.find(({ length }) => length <= begun.length))
      if (layout) {
        if (perhaps) rows.length = before - 1
        columns = layout
        places = begun
        continue
      }
      if (!places || line.trim() === '' || usualRuler.test(line) || skip?.test(line)) continue
      if (to?.test(line)) {
        places = null
        continue
      }
      const cells = cut(line, places, exact)
      const last = rows.at(-1)
      if (cells[0] === '') {
        if (last && joins !== undefined)
          columns.forEach((name, at) => {
            if (name !== null && cells[at])
              last[name] = last[name] ? `${last[name]}${joins}${cells[at]}` : cells[at]!
          })
        continue
      }
      rows.push(
        Object.fromEntries(columns.flatMap((name, at) => (name === null ? [] : [[name, cells[at] ?? '']]))),
      )
      // Headings have no numbers, rows have.
      fresh = !/\d/.test(line)
    }
    return rows
  }
