import { onuSerialHex, parseMac, parseOnuSerial } from '@linecard/driver-kit/codecs'

/**
 * One text for all notations of a serial number or MAC address: `ZTEG:C1086C70` and `5A544547C1086C70` are
 * one. Another text (a logical id) stands for itself, in capitals.
 */
export const identKey = (ident: string): string =>
  parseOnuSerial(ident) ?? parseMac(ident) ?? ident.trim().toUpperCase()

export const sameIdent = (a: string | null | undefined, b: string | null | undefined): boolean =>
  typeof a === 'string' && typeof b === 'string' && identKey(a) === identKey(b)

/** Spellings, in capitals, under which the inventory may have it: each driver keeps what its vendor takes. */
export function identForms(ident: string): { serials: string[]; mac: string | null } {
  const given = ident.trim().toUpperCase()
  const serial = parseOnuSerial(given)
  return {
    serials: serial === null ? [given] : [...new Set([given, serial, onuSerialHex(serial)])],
    mac: parseMac(ident),
  }
}
