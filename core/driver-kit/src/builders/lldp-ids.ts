import { isUtf8 } from 'node:buffer'
import { ipOf, isBrokenMac, macOf, parseMac } from '../codecs/index.ts'
import type { Session } from '../contract/session.ts'
import { decodeText, enumeration, type Column } from '../table/index.ts'

/** What the octets of an LLDP id are, by the meaning of its subtype. `local`: a text that the agent chose. */
export type LldpKind = 'mac' | 'address' | 'local' | 'text'

/** A column of LldpChassisIdSubtype: 4 macAddress, 5 networkAddress; the others are text. */
export const chassisKind = (oid: string): Column<LldpKind> =>
  enumeration(oid, { 1: 'text', 2: 'text', 3: 'text', 4: 'mac', 5: 'address', 6: 'text', 7: 'text' })
/** A column of LldpPortIdSubtype: 3 macAddress, 4 networkAddress, 7 local; the others are text. */
export const portKind = (oid: string): Column<LldpKind> =>
  enumeration(oid, { 1: 'text', 2: 'text', 3: 'mac', 4: 'address', 5: 'text', 6: 'text', 7: 'local' })

const printable = /^[\t\x20-\x7e\u00a0-\u{10ffff}]+$/u

/** networkAddress: the first octet is the address family (1 IPv4, 2 IPv6), the rest the address. */
const addressOf = (octets: Buffer): string | null =>
  octets[0] === 1 || octets[0] === 2 ? ipOf(octets.subarray(1)) : null

/** Whether octets are said to be a MAC address and are none, in no notation. */
const isBrokenId = (octets: Buffer | null, kind: LldpKind | null = 'text'): boolean =>
  kind === 'mac' &&
  octets !== null &&
  octets.length > 0 &&
  macOf(octets) === null &&
  (!printable.test(octets.toString('utf8').replace(/\0+$/, '')) || isBrokenMac(decodeText(octets)))

/** A text that can be nothing but a MAC address. */
const macText = /^[\da-f]{2}(?:[:-][\da-f]{2}){5}$/i

/**
 * An LLDP id as readable text. Octets that are not text are written as MAC if they are six, else as pairs of
 * hex digits. `kind`: what its subtype says; null: the subtype is not known.
 */
export function lldpId(octets: Buffer | null, kind: LldpKind | null = 'text'): string | null {
  if (!octets || octets.length === 0 || isBrokenId(octets, kind)) return null
  if (kind === 'mac') {
    const mac = macOf(octets) ?? parseMac(decodeText(octets))
    if (mac !== null) return mac
  }
  const address = kind === 'address' ? addressOf(octets) : null
  if (address !== null) return address
  const text = decodeText(octets)
  if (kind === null && macText.test(text)) return parseMac(text)
  // Six octets that are not UTF-8 are an address, not a Latin-1 text.
  if (octets.length === 6 && !isUtf8(octets)) return macOf(octets)
  if (text.length > 0 && printable.test(octets.toString('utf8').replace(/\0+$/, ''))) return text
  return macOf(octets) ?? octets.toString('hex').toUpperCase().match(/../g)!.join(':')
}

/** Reads LLDP ids of columns, and counts those that are said to be a MAC address and are none. */
export interface LldpIds {
  /** The id of a cell of this column, as `lldpId`. */
  read(oid: string, octets: Buffer | null, kind?: LldpKind | null): string | null
  /** Reports how many ids of each column were none. */
  tell(): void
}

/** The ids of one answer. */
export function lldpIds(session: Pick<Session, 'report'>): LldpIds {
  const broken = new Map<string, number>()
  return {
    read(oid, octets, kind) {
      if (isBrokenId(octets, kind)) broken.set(oid, (broken.get(oid) ?? 0) + 1)
      return lldpId(octets, kind)
    },
    tell() {
      for (const [what, cells] of broken) session.report({ what, reason: 'unknown_value', cells })
    },
  }
}
