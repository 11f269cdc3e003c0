import { onuSerialHex, parseMac, parseOnuSerial } from '@linecard/driver-kit/codecs'

/**
 * Spellings, in capitals, under which the serial number of an ONU may be stored: a driver keeps what its
 * vendor's command line takes.
 * `ZTEGC1086C70` and `5A544547C1086C70` are one; text that is no GPON serial number stands for itself.
 */
export function serialForms(ident: string): string[] {
  const given = ident.trim().toUpperCase()
  const normal = parseOnuSerial(given)
  if (normal === null) return [given]
  const [maker, rest] = [normal.slice(0, 4), normal.slice(4)]
  return [
    ...new Set([
      given,
      normal,
      onuSerialHex(normal),
      ...(normal.length === 12 ? [`${maker}:${rest}`, `${maker}-${rest}`] : []),
    ]),
  ]
}

/** What an ONU may be called by: forms of its serial number, and its MAC address where the text is one. */
export const identForms = (ident: string): { serials: string[]; mac: string | null } => ({
  serials: serialForms(ident),
  mac: parseMac(ident),
})
