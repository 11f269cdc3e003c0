import { parseMac } from '@linecard/driver-kit/codecs'
import { linesOf, numberOf, proven } from './lines.ts'

/** A row of `show mac-address`. */
export interface Learned {
  mac: string
  vlan: number
  /** `pon0/0/2`, `gpon0/0/1`, `xge0/0/1`. */
  port: string
  onu: number | null
  /** Ethernet port of the ONU. */
  uni: number | null
  gem: number | null
  /** Null: the row does not say it. */
  dynamic: boolean | null
}

const port = /^(?:ge|xge|xe|gpon|epon|pon|lag)\d{1,2}\/\d{1,2}(?:\/\d{1,2})?$/i
/** Some firmware writes a space into the name of a port. */
const joined = (line: string) => line.replace(/\b(ge|xge|xe|gpon|epon|pon|lag) (?=\d{1,2}\/)/i, '$1')

/**
 * `show mac-address …`. Before the port are MAC address and VLAN, on FD16xx also VXLAN and Ethernet port of
 * the ONU; after it the ONU and on GPON the GEM port, then dynamic or static.
 */
export function parseFdb(output: string): Learned[] {
  const rows = linesOf(output).flatMap((line): Learned[] => {
    const cells = joined(line).split(/\s+/)
    const mac = parseMac(cells[0] ?? '')
    const vlan = numberOf(cells[1])
    const at = cells.findIndex(cell => port.test(cell))
    if (mac === null || vlan === null || at < 2) return []
    const word = /^(dynamic|static)$/i.exec(cells.at(-1)!)?.[1]?.toLowerCase()
    const after = cells.slice(at + 1, word === undefined ? undefined : -1)
    return [
      {
        mac,
        vlan,
        port: cells[at]!,
        onu: numberOf(after[0]),
        gem: numberOf(after[1]),
        uni: at === 4 ? numberOf(cells[3]) : null,
        dynamic: word === undefined ? null : word === 'dynamic',
      },
    ]
  })
  return proven(rows, output, /mac/i, 'show mac-address')
}
