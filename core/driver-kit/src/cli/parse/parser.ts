import type { Cells } from './cells.ts'
import { rowsOf, type CliArea, type CliRows } from './rows.ts'

/** What a command of a console tells: a pure function, text in, rows out. */
export interface CliParser<A extends CliArea = CliArea> {
  area: A
  /** Commands whose output it reads. */
  command: RegExp
  read(text: string): CliRows[A][]
}

const joined = (a: string[] | null, b: string[] | null): string[] | null =>
  a === null ? b : b === null ? a : [...new Set([...a, ...b])]

/** Rows of one VLAN are one row: devices write its ports over several lines, or a line for each. */
function oneRowAVlan(rows: readonly CliRows['vlans'][]): CliRows['vlans'][] {
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
/** A device is described by one row, whatever lines say it. */
function oneSystem(rows: readonly CliRows['system'][]): CliRows['system'][] {
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
 * A parser of an area from what reads its cells (`byLines`, `byColumns`, or several of them for outputs of
 * several shapes).
 */
export const cliParser = <A extends CliArea>(
  area: A,
  command: RegExp,
  ...cells: readonly ((text: string) => readonly Cells[])[]
): CliParser<A> => ({
  area,
  command,
  read(text) {
    const found = cells.flatMap(read => read(text))
    // An entry for several ports is an entry for each.
    const single =
      area === 'fdb'
        ? found.flatMap(one =>
            one['port']?.includes(',')
              ? one['port'].split(',').map(port => ({ ...one, port: port.trim() }))
              : [one],
          )
        : found
    const rows = single.flatMap(one => rowsOf[area](one) ?? []) as CliRows[CliArea][]
    const merged =
      area === 'vlans'
        ? oneRowAVlan(rows as CliRows['vlans'][])
        : area === 'system'
          ? oneSystem(rows as CliRows['system'][])
          : rows
    return merged as CliRows[A][]
  },
})

/** The parser for what this command prints. */
export const parserFor = (parsers: readonly CliParser[], command: string): CliParser | undefined =>
  parsers.find(one => one.command.test(command.trim()))
