import type { OnuType } from './onu-types.ts'

/** A drawn serial number of 8 octets: the four letters of the vendor, then four octets. */
export function drawnSerial(next: () => number, { vendor }: OnuType): Buffer {
  return Buffer.from([...Buffer.from(vendor), ...Array.from({ length: 4 }, () => Math.floor(next() * 256))])
}
/** A drawn MAC address, by which an EPON OLT knows an ONU. */
export const drawnMac = (next: () => number): Buffer =>
  Buffer.from([0x80, 0x14, 0xa8, ...Array.from({ length: 3 }, () => Math.floor(next() * 256))])

/** `ZTEGC851C62F`, or the MAC address `80:14:A8:00:00:01` of an EPON ONU. */
export const identText = (ident: Buffer): string =>
  ident.length === 8
    ? ident.toString('latin1', 0, 4) + ident.toString('hex', 4).toUpperCase()
    : ident
        .toString('hex')
        .toUpperCase()
        .replace(/..(?=.)/g, '$&:')

/**
 * The octets of `ZTEGC851C62F`, of 16 hexadecimal digits, or of a MAC address in any notation. Undefined if
 * the text is not one of them.
 */
export function identOf(text: string): Buffer | undefined {
  if (/^[A-Za-z]{4}[\da-f]{8}$/i.test(text))
    return Buffer.concat([Buffer.from(text.slice(0, 4).toUpperCase()), Buffer.from(text.slice(4), 'hex')])
  const digits = text.replace(/[.:-]/g, '')
  return /^(?:[\da-f]{16}|[\da-f]{12})$/i.test(digits) ? Buffer.from(digits, 'hex') : undefined
}
