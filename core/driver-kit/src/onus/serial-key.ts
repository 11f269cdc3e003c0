import { parseOnuSerial } from '../codecs/onu-serial.ts'

/** Serial numbers that begin with a letter. Their keys are above every other key of a device. */
const letters = 36 ** 3 * 10
const octets = 2 ** 32

/**
 * Bind key of an ONU that only its serial number names: four letters or digits as a number of base 36, then
 * 32 bits. It is below 2^53. Null: a serial number in another form.
 */
export function serialKey(serial: string): number | null {
  const normal = parseOnuSerial(serial)
  const vendor = normal?.length === 12 ? parseInt(normal.slice(0, 4), 36) : -1
  return vendor < letters ? null : vendor * octets + parseInt(normal!.slice(4), 16)
}

/** The serial number of a key of `serialKey`; null for another number. */
export function serialOfKey(key: number): string | null {
  if (!Number.isSafeInteger(key) || key < letters * octets || key >= 36 ** 4 * octets) return null
  const vendor = Math.floor(key / octets).toString(36)
  return `${vendor}${(key % octets).toString(16).padStart(8, '0')}`.toUpperCase()
}
