/**
 * Keys of the SNMPv3 user-based security model: RFC 3414 (MD5, SHA, DES), RFC 7860 (SHA-2), RFC 3826 (AES)
 * and its two 256-bit extensions.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { SnmpAccess } from '@linecard/plugin-kit'
import { LRUCache } from 'lru-cache'

type User = NonNullable<SnmpAccess['user']>
export type AuthProtocol = NonNullable<User['auth']>['protocol']
export type PrivProtocol = NonNullable<User['priv']>['protocol']

const auths: Readonly<Record<AuthProtocol, { hash: string; tag: number }>> = {
  md5: { hash: 'md5', tag: 12 },
  sha: { hash: 'sha1', tag: 12 },
  sha224: { hash: 'sha224', tag: 16 },
  sha256: { hash: 'sha256', tag: 24 },
  sha384: { hash: 'sha384', tag: 32 },
  sha512: { hash: 'sha512', tag: 48 },
}
/** Octets of msgAuthenticationParameters. */
export const tagLength = (protocol: AuthProtocol): number => auths[protocol].tag

const digest = (protocol: AuthProtocol, ...parts: Uint8Array[]): Buffer => {
  const hash = createHash(auths[protocol].hash)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/**
 * Keys of passwords, which are the same for all engines. Each costs the hash of a megabyte (RFC 3414 A.2),
 * which is too slow to do for every device.
 */
const passwordKeys = new LRUCache<string, Buffer>({ max: 64 })

function passwordKey(protocol: AuthProtocol, password: Uint8Array): Buffer {
  const name = `${protocol} ${createHash('sha256').update(password).digest('base64')}`
  const known = passwordKeys.get(name)
  if (known) return known
  const key = digest(protocol, Buffer.alloc(1 << 20, password))
  passwordKeys.set(name, key)
  return key
}

/** Key of a password for one engine (RFC 3414 §2.6). */
export function localKey(protocol: AuthProtocol, password: Uint8Array, engineId: Uint8Array): Buffer {
  const key = passwordKey(protocol, password)
  return digest(protocol, key, engineId, key)
}

/** Octets of the local key that DES (key and pre-IV) and AES-128 use. */
const shortKey = 16
const longKey = 32

/**
 * Key for privacy. AES-256 needs more octets than some hashes give: Blumenthal's extension hashes the key
 * again, Reeder's uses it as a password.
 */
export function privKey(
  auth: AuthProtocol,
  priv: PrivProtocol,
  password: Uint8Array,
  engineId: Uint8Array,
): Buffer {
  let key = localKey(auth, password, engineId)
  if (priv === 'des' || priv === 'aes') return key.subarray(0, shortKey)
  while (key.length < longKey)
    key = Buffer.concat([key, priv === 'aes256b' ? digest(auth, key) : localKey(auth, key, engineId)])
  return key.subarray(0, longKey)
}

/** msgAuthenticationParameters of a message in which they are zero. */
export const authTag = (protocol: AuthProtocol, key: Uint8Array, message: Uint8Array): Buffer =>
  createHmac(auths[protocol].hash, key).update(message).digest().subarray(0, auths[protocol].tag)

export const sameTag = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)

export interface EngineTime {
  boots: number
  time: number
}

function cipherOf(protocol: PrivProtocol, key: Buffer, salt: Uint8Array, { boots, time }: EngineTime) {
  if (protocol === 'des') {
    const iv = Buffer.alloc(8)
    for (let at = 0; at < 8; at++) iv[at] = key[8 + at]! ^ salt[at]!
    // OpenSSL 3 does not offer single DES. Triple DES with the same key three times is the same function.
    const des = key.subarray(0, 8)
    return { name: 'des-ede3-cbc', key: Buffer.concat([des, des, des]), iv }
  }
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(boots >>> 0, 0)
  iv.writeUInt32BE(time >>> 0, 4)
  iv.set(salt, 8)
  return { name: protocol === 'aes' ? 'aes-128-cfb' : 'aes-256-cfb', key, iv }
}

export function encrypt(
  protocol: PrivProtocol,
  key: Buffer,
  engine: EngineTime,
  plain: Buffer,
): { salt: Buffer; data: Buffer } {
  const salt = randomBytes(8)
  const { name, key: cipherKey, iv } = cipherOf(protocol, key, salt, engine)
  const cipher = createCipheriv(name, cipherKey, iv).setAutoPadding(false)
  const padded =
    protocol === 'des' && plain.length % 8
      ? Buffer.concat([plain, Buffer.alloc(8 - (plain.length % 8))])
      : plain
  return { salt, data: Buffer.concat([cipher.update(padded), cipher.final()]) }
}

/** Throws if salt or length are wrong. A wrong key does not throw; it gives nonsense. */
export function decrypt(
  protocol: PrivProtocol,
  key: Buffer,
  engine: EngineTime,
  salt: Uint8Array,
  data: Uint8Array,
): Buffer {
  if (salt.length !== 8) throw new RangeError('salt is not of 8 octets')
  const { name, key: cipherKey, iv } = cipherOf(protocol, key, salt, engine)
  const cipher = createDecipheriv(name, cipherKey, iv).setAutoPadding(false)
  return Buffer.concat([cipher.update(data), cipher.final()])
}
