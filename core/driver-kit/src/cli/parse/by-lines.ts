import { linesOf, type CliCells } from './cells.ts'

/**
 * Patterns with named groups. The first pattern that matches is used. They must cost linear time: no `.*?`
 * before blanks, and no two neighbours that match the same characters.
 */
type Patterns = RegExp | readonly RegExp[]

/** Which lines of an output are rows, and which add cells to them. */
export interface LineRules {
  /** A line that begins a row. Its named groups are the cells. */
  row: Patterns
  /**
   * Headings: their groups are cells of all rows after them, until the next heading. Examples: a VLAN, the
   * unit of a stack.
   */
  above?: Patterns
  /** Lines after the beginning of a row that add cells to it. They do not replace cells of the row. */
  within?: Patterns
  /** Lines that continue a cell of the row before, joined by a comma: a list of ports over several lines. */
  more?: Patterns
  /** Cells that a row takes from the row before if it does not have them: one port for several pairs. */
  holds?: readonly string[]
  /** The table begins after this line. Lines before it are ignored. */
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
  (text: string): CliCells[] => {
    const rows: Record<string, string>[] = []
    const held = new Map<string, string>()
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
      for (const [name, value] of heading ?? []) held.set(name, value)
      const begun = groupsOf(line, row)
      if (begun) {
        const before = rows.at(-1)
        const kept = holds.flatMap(name =>
          before?.[name] === undefined ? [] : [[name, before[name]] as [string, string]],
        )
        rows.push(Object.fromEntries([...held, ...kept, ...begun]))
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
