import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the parameters that every authenticator supports: SHA-1, six digits, steps of 30 s. */
const stepSec = 30
const totpOf = (secret: string, login: string) =>
  new TOTP({
    issuer: 'Linecard',
    label: login,
    algorithm: 'SHA1',
    digits: 6,
    period: stepSec,
    secret: Secret.fromBase32(secret),
  })

/** 160 random bits in Base32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/**
 * The time step of a code: the present one or a neighbour, because clocks differ. Null if the code is wrong.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSec) + delta
}

/** What an authenticator scans: an otpauth URI, and its QR code as a PNG in Base64. */
export async function enrolment(secret: string, login: string): Promise<{ uri: string; qr: string }> {
  const { toBuffer } = await import('qrcode')
  const uri = totpOf(secret, login).toString()
  return { uri, qr: (await toBuffer(uri, { type: 'png', margin: 2, width: 320 })).toString('base64') }
}

/** Crockford's Base32 has no letters that look like digits. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'
const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Ten codes of 80 random bits. Each is valid for one sign-in without the authenticator. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => [group(), group(), group(), group()].join('-'))

/**
 * The form in which the database keeps a recovery code. Case, separators and letters that look like digits do
 * not matter. Codes are random, so a plain hash is enough.
 */
export function recoveryHashOf(userId: number, code: string): string {
  const plain = code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(`${userId} ${plain}`).digest('hex')
}
