import { cellOf, linesOf, proven } from './lines.ts'

/** A row of `show ont port state P N eth all`. */
export interface UniState {
  num: number
  type: string | null
  /** Mbit/s as text; null: no link. */
  speed: string | null
  duplex: 'Full' | 'Half' | null
  link: 'Up' | 'Down' | null
}

const named: readonly (readonly [RegExp, 'num' | 'type' | 'speed' | 'duplex' | 'link'])[] = [
  [/^(?:eth-?)?port(?:-id)?$|^eth-id$/i, 'num'],
  [/^(?:eth-?|port-?)?type$/i, 'type'],
  [/^speed/i, 'speed'],
  [/^duplex/i, 'duplex'],
  [/^link/i, 'link'],
]
const wordOf = (cell: string | null) =>
  cell === null ? null : cell.charAt(0).toUpperCase() + cell.slice(1).toLowerCase()
const oneOf = <W extends string>(words: readonly W[], cell: string | null): W | null =>
  words.find(word => word === wordOf(cell)) ?? null

/** The columns are named by the words of the heading, which has no spaces inside of a word. */
export function parseUniState(output: string): UniState[] {
  let columns: (string | undefined)[] | null = null
  const rows: UniState[] = []
  for (const line of linesOf(output)) {
    const cells = line.split(/\s+/)
    if (/link-?state/i.test(line)) {
      columns = cells.map(cell => named.find(([pattern]) => pattern.test(cell))?.[1])
      continue
    }
    if (!columns || cells.length < columns.length || !/^\d/.test(line)) continue
    const cell = (name: string) => cellOf(cells[columns!.lastIndexOf(name)])
    const num = Number(cell('num'))
    if (!Number.isInteger(num) || num < 1) continue
    const link = oneOf(['Up', 'Down'], cell('link'))
    rows.push({
      num,
      type: cell('type'),
      speed: link === 'Up' ? cell('speed') : null,
      duplex: link === 'Up' ? oneOf(['Full', 'Half'], cell('duplex')) : null,
      link,
    })
  }
  return proven(rows, output, /link-?state/i, 'show ont port state')
}

/** A row of `show ont port attribute P N eth all`. */
export interface UniAttribute {
  num: number
  admin: 'Enabled' | 'Disabled'
  /** Configured speed, `auto` too. */
  speed: string | null
  flowControl: 'Enabled' | 'Disabled' | null
  vlan: number | null
}

/** Frame/slot, port, ONU, Ethernet port, state, speed, duplex, two switches, native VLAN. */
const attribute =
  /^(?:\d+\/\d+\s+)?\d+\s+\d+\s+(?<num>\d{1,2})\s+(?<admin>enable|disable)\s+(?<speed>\S+)\s+\S+\s+(?:on|off|-)\s+(?<flow>on|off|-)\s+(?<vlan>\d{1,4}|-)(?=[\s,;(]|$)/i

export function parseUniAttribute(output: string): UniAttribute[] {
  const rows = linesOf(output).flatMap((line): UniAttribute[] => {
    const found = attribute.exec(line)?.groups
    return found
      ? [
          {
            num: Number(found['num']),
            admin: /^enable$/i.test(found['admin']!) ? 'Enabled' : 'Disabled',
            speed: cellOf(found['speed']),
            flowControl: found['flow'] === '-' ? null : /^on$/i.test(found['flow']!) ? 'Enabled' : 'Disabled',
            vlan: found['vlan'] === '-' ? null : Number(found['vlan']),
          },
        ]
      : []
  })
  return proven(rows, output, /native|attribute|operational/i, 'show ont port attribute')
}
