import { parseMac } from '@linecard/driver-kit/codecs'

/** By character code: the value of a digit; NaN: something else. */
const digits = new Float64Array(128).fill(NaN)
for (const digit of '0123456789ABCDEFabcdef') digits[digit.charCodeAt(0)] = parseInt(digit, 16)
const colon = ':'.charCodeAt(0)
/** The longest text that can be an address: hex digits of a text, as some agents write. */
const longest = 40

/** 48 bits of a MAC address in any notation; -1: the text is none. A number, because tables have millions. */
export function addressOf(text: string): number {
  const value = usually(text)
  if (!Number.isNaN(value)) return value
  const mac = text.length > longest ? null : parseMac(text)
  return mac === null ? -1 : parseInt(mac.replaceAll(':', ''), 16)
}

/** Of `AA:BB:CC:DD:EE:FF`, as tables have it, and quickly; NaN: it is written in another way. */
function usually(text: string): number {
  let value = text.length === 17 ? 0 : NaN
  for (let at = 0; at < 17; at++) {
    const code = text.charCodeAt(at)
    if (at % 3 !== 2) value = value * 16 + digits[code]!
    else if (code !== colon) return NaN
  }
  return value
}

/** `AA:BB:CC:DD:EE:FF`. */
export const addressText = (address: number): string =>
  address.toString(16).toUpperCase().padStart(12, '0').match(/../g)!.join(':')

/** A single station's: not a group's, not all zeros. */
export const isUnicast = (address: number): boolean => address > 0 && Math.floor(address / 2 ** 40) % 2 === 0

/**
 * Addresses that move between devices: VRRP (RFC 5798, IPv4 and IPv6), HSRP version 1 and 2, GLBP, CARP is
 * VRRP's. First address and size of each block.
 */
const virtual: readonly (readonly [first: number, size: number])[] = [
  [0x00005e000100, 0x200],
  [0x00000c07ac00, 0x100],
  [0x00000c9ff000, 0x1000],
  [0x0005730a0000, 0x10000],
  [0x0007b4000000, 0x1000000],
]
export const isVirtual = (address: number): boolean =>
  virtual.some(([first, size]) => address >= first && address < first + size)
