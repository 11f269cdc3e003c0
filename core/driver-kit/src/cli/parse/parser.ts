import type { CliCells } from './cells.ts'
import { rowOfCells } from './row-of-cells.ts'
import type { CliArea, CliRows } from './rows.ts'

/** Reads what a console command prints: a pure function from text to rows. */
export interface CliParser<A extends CliArea = CliArea> {
  area: A
  /** Commands whose output it reads. */
  command: RegExp
  /** The rows of an output. What is not a row is left out, so an empty list does not prove an empty table. */
  read(text: string): CliRows[A][]
}

const joined = (a: string[] | null, b: string[] | null): string[] | null =>
  a === null ? b : b === null ? a : [...new Set([...a, ...b])]

/** Joins the rows of a VLAN: devices write its ports over several lines, or one line for each port. */
function joinVlans(rows: readonly CliRows['vlans'][]): CliRows['vlans'][] {
  const byId = new Map<number, CliRows['vlans']>()
  for (const row of rows) {
    const known = byId.get(row.id)
    byId.set(
      row.id,
      known
        ? {
            id: row.id,
            name: known.name ?? row.name,
            ports: joined(known.ports, row.ports),
            tagged: joined(known.tagged, row.tagged),
            untagged: joined(known.untagged, row.untagged),
          }
        : row,
    )
  }
  return [...byId.values()]
}

/** Joins what several lines say about the device. */
function joinSystem(rows: readonly CliRows['system'][]): CliRows['system'][] {
  if (rows.length === 0) return []
  const first = <K extends keyof CliRows['system']>(key: K) =>
    rows.find(row => row[key] !== null)?.[key] ?? null
  return [
    {
      name: first('name'),
      model: first('model'),
      version: first('version'),
      serial_num: first('serial_num'),
      mac_addr: first('mac_addr'),
    },
  ]
}

/**
 * A parser of an area from functions that read cells: `byLines`, `byColumns`, or several of them for a
 * command that prints several formats.
 */
export const cliParser = <A extends CliArea>(
  area: A,
  command: RegExp,
  ...cells: readonly ((text: string) => readonly CliCells[])[]
): CliParser<A> => ({
  area,
  command,
  read(text) {
    const found = cells.flatMap(read => read(text))
    // An FDB entry for several ports becomes an entry for each port.
    const single =
      area === 'fdb'
        ? found.flatMap(one =>
            one['port']?.includes(',')
              ? one['port'].split(',').map(port => ({ ...one, port: port.trim() }))
              : [one],
          )
        : found
    const rows = single.flatMap(one => rowOfCells[area](one) ?? []) as CliRows[CliArea][]
    const merged =
      area === 'vlans'
        ? joinVlans(rows as CliRows['vlans'][])
        : area === 'system'
          ? joinSystem(rows as CliRows['system'][])
          : rows
    return merged as CliRows[A][]
  },
})

/** The parser for what this command prints. */
export const parserFor = (parsers: readonly CliParser[], command: string): CliParser | undefined =>
  parsers.find(one => one.command.test(command.trim()))
