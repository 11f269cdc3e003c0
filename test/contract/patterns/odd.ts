import type { CliParser } from '@linecard/driver-kit/cli'

/** Characters that names, models, versions, serial numbers and ids of real devices have. */
const oddCharacters = ['+', '/', '.', '-', '_', ':', '#', '@']
/** Cells with a text that the maker or the operator chose: the console writes it, the parser repeats it. */
const texts: ReadonlySet<string> = new Set([
  'name',
  'model',
  'version',
  'serial_num',
  'description',
  'chassis_id',
  'port_id',
  'port_descr',
  'sys_name',
  'sys_descr',
])

export interface OddReading {
  cell: string
  /** What the output says now. */
  written: string
  /** What the parser reads; null: the row or the cell is lost. */
  read: string | null
}

/** The digits of an address allow no other character. */
const mac = /^(?:[\da-f]{2}:){5}[\da-f]{2}$/i
const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)

/**
 * Reads an output again and again, each time with one value replaced by an odd one of the same length, so
 * that columns stay where they are. What must be read is known: the value that was written, in the same row.
 * Values that are in the output twice are left out, because a parser may take either.
 */
export function oddReadings(parser: CliParser, output: string): { tried: number; wrong: OddReading[] } {
  const rows = parser.read(output) as unknown as Record<string, unknown>[]
  let tried = 0
  const wrong: OddReading[] = []
  rows.forEach((row, at) => {
    for (const [cell, value] of Object.entries(row)) {
      if (!texts.has(cell) || typeof value !== 'string' || value.length < 5 || mac.test(value)) continue
      const places = [
        ...output.matchAll(new RegExp(`(?<![^\\s,;:"([])${quoted(value)}(?![^\\s,;")\\]])`, 'g')),
      ]
      if (places.length !== 1 || output.split(value).length !== 2) continue
      const [{ index }] = places as [RegExpExecArray]
      for (const char of oddCharacters) {
        const from = value.length - 2
        if (!/[a-z\d]/i.test(value[from]!)) continue
        const written = value.slice(0, from) + char + value.slice(from + 1)
        const changed = output.slice(0, index) + written + output.slice(index + value.length)
        const again = parser.read(changed) as unknown as Record<string, unknown>[]
        tried++
        const read = again.length === rows.length ? (again[at]![cell] ?? null) : null
        if (read !== written) wrong.push({ cell, written, read: read as string | null })
      }
    }
  })
  return { tried, wrong }
}

/**
 * The same with the age of each row of an FDB or ARP table, which devices write as a number, `-`, `NA` or `~`.
 * The row must stay as it is.
 */
export function oddAges(parser: CliParser, output: string): { tried: number; wrong: OddReading[] } {
  const lines = output.split('\n')
  const heading = lines.findIndex(line => /\bage\b/i.test(line) && /\b(?:vlan|mac|address)\b/i.test(line))
  const before = parser.read(output)
  let tried = 0
  const wrong: OddReading[] = []
  if (heading < 0 || !['fdb', 'arp'].includes(parser.area)) return { tried, wrong }
  const column = lines[heading]!.search(/\bage\b/i)
  lines.forEach((line, at) => {
    const cell = [...line.matchAll(/\S+/g)].find(
      ({ index, 0: word }) => /^\d+$/.test(word) && index <= column + 8 && index + word.length > column - 2,
    )
    if (at <= heading || !cell || !/(?:[\da-f]{2,4}[.:-]){2}/i.test(line)) return
    for (const age of ['-', 'NA', '~'].map(one => one.padEnd(cell[0].length))) {
      const changed = lines.with(
        at,
        line.slice(0, cell.index) + age + line.slice(cell.index + cell[0].length),
      )
      tried++
      const again = parser.read(changed.join('\n'))
      if (JSON.stringify(again) !== JSON.stringify(before))
        wrong.push({ cell: 'age', written: changed[at]!, read: null })
    }
  })
  return { tried, wrong }
}
