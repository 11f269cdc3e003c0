const hexOf = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase()
/** An FDB has 100,000 addresses: their digits are not made again. */
const pairs = Array.from({ length: 256 }, (_, byte) => hexOf(byte))

const hexPairs = (bytes: ArrayLike<number>): string => {
  const texts: string[] = []
  for (let at = 0; at < bytes.length; at++) texts.push(pairs[bytes[at]!] ?? hexOf(bytes[at]!))
  return texts.join(':')
}

const areOctets = (numbers: ArrayLike<number>): boolean => {
  for (let at = 0; at < numbers.length; at++) if (!(numbers[at]! >= 0 && numbers[at]! <= 255)) return false
  return true
}

/** Six octets as `AA:BB:CC:DD:EE:FF`; null for any other number of octets, and for what is no octet. */
export const macOf = (bytes: ArrayLike<number>): string | null =>
  bytes.length === 6 && areOctets(bytes) ? hexPairs(bytes) : null

/** The address that an index ends with, behind `before` numbers. Some agents put its length before it. */
export const macAtEnd = (parts: readonly number[], before = 0): string | null =>
  macOf(parts.slice(parts.length === before + 7 && parts[before] === 6 ? before + 1 : before))

/** A MAC address without separators, and one that an agent encoded twice: as hex digits of the text. */
const bareMac = /^[\da-f]{12}$/i
const bareTwice = /^([\da-f]{2}){12,17}$/i

const inParts = /^[\da-f]{1,2}([:\- ][\da-f]{1,2}){5}$/i
/** Who leaves out leading zeros writes none: `02:00:5e:10:00:1` has lost a digit, `2:0:5e:10:0:1` has not. */
const hasLostDigit = (text: string): boolean => /\b[\da-f]\b/i.test(text) && /\b0[\da-f]\b/i.test(text)

/**
 * A MAC address from any text that devices write: `aa:bb:cc:dd:ee:ff`, `aa-bb-…`, `aabb.ccdd.eeff`,
 * `aabb-ccdd-eeff`, `AABBCCDDEEFF`, `0:1b:…` (short octets), blanks between octets, and hex digits of such a
 * text. Null for other text.
 */
export function parseMac(text: string): string | null {
  const trimmed = text.trim().replace(/^0x/i, '')
  if (inParts.test(trimmed) && !hasLostDigit(trimmed))
    return hexPairs(trimmed.split(/[:\- ]/).map(pair => parseInt(pair, 16)))
  const bare = trimmed.replace(/[:.\- ]/g, '')
  if (bareMac.test(bare)) return macOf(Buffer.from(bare, 'hex'))
  if (!bareTwice.test(bare)) return null
  const inner = Buffer.from(bare, 'hex').toString('latin1')
  return /^[\da-f:.\- ]+$/i.test(inner) ? parseMac(inner) : null
}

const digitsOnly = /^(?:(?:[\da-f]{1,4}[:.-])+[\da-f]{0,4}|[\da-f]{9,})$/i
/** Whether a text is hex digits of an address, of which there are too few or too many. */
export const isBrokenMac = (text: string): boolean => digitsOnly.test(text) && parseMac(text) === null

/** Octets of a MAC address in any notation of `parseMac`. @throws RangeError for other text */
export function macBytes(mac: string): number[] {
  const normal = parseMac(mac)
  if (normal === null) throw new RangeError(`"${mac}" is not a MAC address`)
  return normal.split(':').map(pair => parseInt(pair, 16))
}
