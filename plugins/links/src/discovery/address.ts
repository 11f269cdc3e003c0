import { parseMac } from '@linecard/driver-kit/codecs'

/** Digits of a MAC address by character code; 16: something else. */
const digits = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 16 : value
})
const separators = new Set([...':-. '].map(char => char.charCodeAt(0)))
/** The longest text that can be an address: hex digits of a text, as some agents write. */
const longest = 40

/** 48 bits of a MAC address in any notation; -1: the text is none. A number, because tables have millions. */
export function addressOf(text: string): number {
  if (text.length > longest) return -1
  let value = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const digit = code < 128 ? digits[code]! : 16
    if (digit < 16) {
      value = value * 16 + digit
      count++
    } else if (!separators.has(code)) return oddly(text)
  }
  return count === 12 ? value : oddly(text)
}

function oddly(text: string): number {
  const mac = parseMac(text)
  return mac === null ? -1 : parseInt(mac.replaceAll(':', ''), 16)
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
  [0x00005e000100, 0x100],
  [0x00005e000200, 0x100],
  [0x00000c07ac00, 0x100],
  [0x00000c9ff000, 0x1000],
  [0x0005730a0000, 0x10000],
  [0x0007b4000000, 0x1000000],
]
export const isVirtual = (address: number): boolean =>
  virtual.some(([first, size]) => address >= first && address < first + size)
