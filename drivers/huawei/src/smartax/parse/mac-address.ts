import { parseMac } from '@linecard/driver-kit/codecs'
import type { PortPlace } from '@linecard/driver-kit/onus'

/** A row of `display mac-address` and `display location`. */
export interface LearntMac {
  mac: string
  kind: 'gpon' | 'epon' | 'eth' | 'other'
  place: PortPlace
  /** ONU, on a PON port. */
  onu: number | null
  gem: number | null
  vlan: number | null
  isStatic: boolean
}

/**
 * Number of the service port, of a bundle (newer firmware), kind of the port, MAC address, how it was learnt,
 * place with blanks in it, VPI (the ONU), VCI (the GEM port), VLAN.
 */
const row =
  /^\s*(?:-|\d+)\s+(?:(?:-|\d+)\s+)?([a-z]\w{1,7})\s+([\da-f]{4}-[\da-f]{4}-[\da-f]{4})\s+(\w+)\s+(\d+)\s*\/\s*(\d+)\s*\/\s*(\d+)\s+(-|\d+)\s+(-|\d+)\s+(-|\d+)\s*$/i
const anyMac = /(?:^|\s)[\da-f]{4}-[\da-f]{4}-[\da-f]{4}(?:\s|$)/i
/** How the console says that there is none. */
const none = /^\s*Failure\s?:.*(?:not any MAC|MAC address.* (?:not exist|not found)|no MAC)/im
const heading = /^\s*(?:SRV-P|INDEX)\b.*\bMAC\b/m

const kinds: Readonly<Record<string, LearntMac['kind']>> = { gpon: 'gpon', epon: 'epon', eth: 'eth' }
const numberOf = (text: string | undefined): number | null =>
  text === undefined || text === '-' ? null : Number(text)

/** Rows, and the number of lines with a MAC address that no row is made of. Null: no table at all. */
export function readMacAddresses(text: string): { rows: LearntMac[]; lost: number } | null {
  const rows: LearntMac[] = []
  let lost = 0
  for (const line of text.split('\n')) {
    const found = row.exec(line)
    const mac = found && parseMac(found[2]!)
    if (!found || !mac) {
      if (anyMac.test(line) && !line.includes('display ')) lost++
      continue
    }
    const [, kind = '', , how = '', shelf, slot, port, onu, gem, vlan] = found
    rows.push({
      mac,
      kind: kinds[kind.toLowerCase()] ?? 'other',
      place: { shelf: Number(shelf), slot: Number(slot), port: Number(port) },
      onu: numberOf(onu),
      gem: numberOf(gem),
      vlan: numberOf(vlan),
      isStatic: /^static$/i.test(how),
    })
  }
  return rows.length > 0 || lost > 0 || none.test(text) || heading.test(text) ? { rows, lost } : null
}
