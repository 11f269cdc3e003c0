import { linesOf, type CliCells } from './cells.ts'

type Names = readonly (string | null)[]

/** Where a table begins and ends, and which cells are in its columns. */
export interface ColumnRules {
  /**
   * Names of the columns in their order; null for a column that is not needed. With several lists, the one
   * with as many names as the ruler has columns is used.
   */
  columns: Names | readonly Names[]
  /** The line under the headings. Each run of dashes in it is a column: `---- --------` by default. */
  ruler?: RegExp
  /**
   * For tables without a ruler: the headings, as they are in their line. A column begins where its heading
   * begins.
   */
  titles?: readonly string[]
  /**
   * A line with an empty first column continues the row before. This text joins the two parts of a cell: `,`
   * for lists, the empty text for words that are cut in two. Absent: such lines are ignored.
   */
  joins?: string
  /** A line at which the table ends. */
  to?: RegExp
  /** The device cuts text that is too long and writes no blank after it: cells end where the next begins. */
  exact?: boolean
  /** Lines in the table that are not rows. */
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
 * cell begins after it.
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

/** Reads tables by the position of their columns: for cells that are free text or may be empty. */
export const byColumns =
  ({ columns: named, ruler = usualRuler, titles, joins, to, skip, exact = false }: ColumnRules) =>
  (text: string): CliCells[] => {
    const rows: Record<string, string>[] = []
    const layouts = (Array.isArray(named[0]) ? named : [named]) as readonly Names[]
    let columns = layouts[0]!
    let places: Column[] | null = null
    /** The line before was read as a row. If a ruler follows, that row is the line of headings. */
    let maybeHeading = false
    for (const line of linesOf(text)) {
      const afterHeading: boolean = maybeHeading
      const before = rows.length
      maybeHeading = false
      const begun: Column[] | null = titles ? titled(line, titles) : ruler.test(line) ? columnsOf(line) : null
      const layout =
        begun &&
        (layouts.length > 1
          ? layouts.find(({ length }) => length === begun.length)
          : layouts.find(({ length }) => length <= begun.length))
      if (layout) {
        if (afterHeading) rows.length = before - 1
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
        // Headings may have two lines.
        maybeHeading = afterHeading && !/\d/.test(line)
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
      // Rows have numbers, headings do not.
      maybeHeading = !/\d/.test(line)
    }
    return rows
  }
