import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Hash, and length of the digest in a message in octets (RFC 3414 §6, RFC 7860 §4). */
const auths = {
  md5: ['md5', 12],
  sha: ['sha1', 12],
  sha224: ['sha224', 16],
  sha256: ['sha256', 24],
  sha384: ['sha384', 32],
  sha512: ['sha512', 48],
} as const
export type AuthProtocol = keyof typeof auths
/**
 * DES of RFC 3414 §8, AES-128 of RFC 3826, AES-256 with the key extension of Blumenthal's draft (`b`) or
 * of Reeder's (`r`, Cisco).
 */
export type PrivProtocol = 'des' | 'aes' | 'aes256b' | 'aes256r'

export const digestLength = (protocol: AuthProtocol): number => auths[protocol][1]

/** Key of a password, localised to an engine (RFC 3414 §A.2). It hashes a megabyte: keep the result. */
export function localKey(protocol: AuthProtocol, password: string | Buffer, engineId: Buffer): Buffer {
  const digest = (...parts: Buffer[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash(auths[protocol][0])).digest()
  const key = digest(Buffer.alloc(1024 * 1024, password))
  return digest(key, engineId, key)
}

/** The privacy key. It is extended if the cipher needs more octets than the hash has. */
export function privacyKey(
  auth: AuthProtocol,
  priv: PrivProtocol,
  password: string,
  engineId: Buffer,
): Buffer {
  const wanted = priv === 'aes256b' || priv === 'aes256r' ? 32 : 16
  let key = localKey(auth, password, engineId)
  let last = key
  while (key.length < wanted) {
    last =
      priv === 'aes256b' ? createHash(auths[auth][0]).update(key).digest() : localKey(auth, last, engineId)
    key = Buffer.concat([key, last])
  }
  return key.subarray(0, wanted)
}

export const digest = (protocol: AuthProtocol, key: Buffer, message: Buffer): Buffer =>
  createHmac(auths[protocol][0], key).update(message).digest().subarray(0, digestLength(protocol))

/**
 * Whether `given` is the digest of the message. `given` is the digest field itself, which is hashed as zeros.
 */
export function authentic(protocol: AuthProtocol, key: Buffer, message: Buffer, given: Buffer): boolean {
  if (given.length !== digestLength(protocol)) return false
  const claimed = Buffer.from(given)
  given.fill(0)
  const right = digest(protocol, key, message)
  claimed.copy(given)
  return timingSafeEqual(right, claimed)
}

function cipherOf(
  priv: PrivProtocol,
  key: Buffer,
  salt: Buffer,
  boots: number,
  time: number,
): [string, Buffer, Buffer] {
  if (priv === 'des') {
    const iv = Buffer.from(key.subarray(8, 16))
    for (let at = 0; at < 8; at++) iv[at]! ^= salt[at]!
    // OpenSSL 3 has no single DES. 3DES with three equal keys is the same.
    return ['des-ede3-cbc', Buffer.concat([key.subarray(0, 8), key.subarray(0, 8), key.subarray(0, 8)]), iv]
  }
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(boots >>> 0, 0)
  iv.writeUInt32BE(time >>> 0, 4)
  salt.copy(iv, 8)
  return [priv === 'aes' ? 'aes-128-cfb' : 'aes-256-cfb', key, iv]
}

export function encrypt(
  priv: PrivProtocol,
  key: Buffer,
  boots: number,
  time: number,
  plain: Buffer,
): { salt: Buffer; content: Buffer } {
  const salt = randomBytes(8)
  const padded = priv === 'des' ? Buffer.concat([plain, Buffer.alloc((8 - (plain.length % 8)) % 8)]) : plain
  const cipher = createCipheriv(...cipherOf(priv, key, salt, boots, time)).setAutoPadding(false)
  return { salt, content: Buffer.concat([cipher.update(padded), cipher.final()]) }
}

/** Undefined if the octets cannot be the output of this cipher. */
export function decrypt(
  priv: PrivProtocol,
  key: Buffer,
  salt: Buffer,
  boots: number,
  time: number,
  content: Buffer,
): Buffer | undefined {
  if (salt.length !== 8 || (priv === 'des' && content.length % 8 !== 0)) return undefined
  const decipher = createDecipheriv(...cipherOf(priv, key, salt, boots, time)).setAutoPadding(false)
  return Buffer.concat([decipher.update(content), decipher.final()])
}
