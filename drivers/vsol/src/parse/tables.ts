import { parseMac, parseOnuSerial } from '@linecard/driver-kit/codecs'
import { portKey, type Learned } from '../fdb-rows.ts'

const address = /(?:[\da-f]{4}[.:]){2}[\da-f]{4}\b|(?:[\da-f]{2}:){5}[\da-f]{2}\b/i
const port = /\b((?:[EG]PON|X?GE)\s*\d{1,2}\s*\/\s*\d{1,3}(?:\s*:\s*\d{1,3})?)(?:\s+(\d+))?/i
const type = /\b(Dynamic|Static)\b/i

/**
 * `show mac address-table [pon P N]`: VLAN, MAC address, type and port in a line, in the order of the
 * firmware; blanks can stand inside of the port, and the GEM port can follow it. `lost`: lines with a MAC
 * address that cannot be read.
 */
export function parseMacTable(output: string): { learned: Learned[]; lost: number } {
  const learned: Learned[] = []
  let lost = 0
  for (const line of output.split('\n')) {
    const [shown] = address.exec(line) ?? []
    if (shown === undefined) continue
    const mac = parseMac(shown.replaceAll(/[.:]/g, '').replaceAll(/(..)(?=.)/g, '$1:'))
    const at = port.exec(line)
    const around = line.replace(shown, ' '.repeat(shown.length)).slice(0, at?.index)
    const [vlan] = /\b\d{1,4}\b/.exec(around) ?? []
    if (mac === null || vlan === undefined) {
      lost++
      continue
    }
    const [kind] = type.exec(line) ?? []
    const gem = at?.[2]
    learned.push({
      mac,
      vlan: Number(vlan),
      port: at ? portKey(at[1]!) : null,
      status: kind === undefined ? null : /^d/i.test(kind) ? 'LEARNED' : 'STATIC',
      ...(gem !== undefined && { gem: Number(gem) }),
    })
  }
  return { learned, lost }
}

/** What the console prints for a table without rows. */
export const emptyTable = /no related information|no (?:mac|entry|record|onu)|total\b.{0,40}\b0\b|^\s*$/i
/** Headings of a table of MAC addresses. */
export const macHeading = /\bmac\b.*\b(?:vlan|type|port)|\bvlan\b.*\bmac\b/i

/** An ONU that waits, from `show onu auto-find`: its serial number, or its MAC address. */
export interface Found {
  ident: string
  model: string | null
}
/** Headings of `show onu auto-find`. */
export const foundHeading = /\b(?:sn|mac)\b/i

const rowStart = String.raw`^\s*(?:[GE]PON\d+\/\d+:)?\d+\s+`
const rows = {
  gpon: new RegExp(`${rowStart}(?:sn:)?([a-z\\d]{12}|[\\da-f]{16})(?:\\s+(\\S+))?\\s*$`, 'i'),
  epon: new RegExp(`${rowStart}(?:mac:)?((?:[\\da-f]{2}:){5}[\\da-f]{2})(?:\\s+(\\S+))?\\s*$`, 'i'),
}
const idents = { gpon: parseOnuSerial, epon: parseMac }

/**
 * `show onu auto-find` of one PON port: rows `GPON0/1:1 <serial> unknow` or `1 sn:<serial> <equipment id>`.
 */
export function parseAutoFind(output: string, technology: 'gpon' | 'epon' = 'gpon'): Found[] {
  return output.split('\n').flatMap(line => {
    const [, shown, ...rest] = rows[technology].exec(line) ?? []
    const ident = shown === undefined ? null : idents[technology](shown)
    if (ident === null) return []
    const [model] = rest
    return [{ ident, model: model && !/^(?:unknow\w*|null|n\/a)$/i.test(model) ? model : null }]
  })
}

/** A profile of the running configuration: `profile dba id 511 name default1`. */
export interface ShownProfile {
  kind: string
  id: number
  name: string
}
/** All profiles of the running configuration. */
export const parseProfiles = (output: string): ShownProfile[] =>
  output.split('\n').flatMap(line => {
    const [, kind, id, name] = /^profile (\w+) id (\d+) name (\S+)\s*$/.exec(line.trim()) ?? []
    return name === undefined ? [] : [{ kind: kind!, id: Number(id), name }]
  })
