const hex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase()

/**
 * Eight octets of a serial number (G.984.3 §9.2.5.4.1: four letters of the vendor, four octets) as
 * `ZTEGC1086C70`; as 16 hex digits if the vendor is not letters or digits.
 */
function fromOctets(bytes: Buffer): string | null {
  if (bytes.every(octet => octet === 0)) return null
  const vendor = bytes.toString('latin1', 0, 4)
  return /^[A-Za-z0-9]{4}$/.test(vendor) ? vendor.toUpperCase() + hex(bytes.subarray(4)) : hex(bytes)
}

/**
 * A GPON serial number in our notation, from 8 octets or from text: `ZTEGC1086C70`, `HWTC:1a2b3c4d`,
 * `ZTEG-C1086C70`, `5A544547C1086C70`, the same with blanks (fault 25). Null for other text, and for zeros
 * only.
 */
export function parseOnuSerial(source: string | Buffer): string | null {
  if (typeof source !== 'string')
    return source.length === 8
      ? fromOctets(source)
      : parseOnuSerial(source.toString('latin1').replace(/\0+$/, ''))
  const bare = source
    .trim()
    .replace(/^0x/i, '')
    .replace(/[ :\-.]/g, '')
  if (/^[\da-f]{16}$/i.test(bare)) return fromOctets(Buffer.from(bare, 'hex'))
  return /^[a-z\d]{4}[\da-f]{8}$/i.test(bare) ? bare.toUpperCase() : null
}

/** The eight octets of a serial number in any notation. @throws RangeError for other text */
export function onuSerialBytes(serial: string): Buffer {
  const normal = parseOnuSerial(serial)
  if (normal === null) throw new RangeError(`"${serial}" is not a GPON serial number`)
  return normal.length === 16
    ? Buffer.from(normal, 'hex')
    : Buffer.concat([Buffer.from(normal.slice(0, 4), 'latin1'), Buffer.from(normal.slice(4), 'hex')])
}

/** The serial number as 16 hex digits, which some consoles and billing systems use. */
export const onuSerialHex = (serial: string): string => hex(onuSerialBytes(serial))
