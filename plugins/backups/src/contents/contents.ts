import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Context } from '@linecard/plugin-kit'
import { readKeys, type Keys } from './keys.ts'

/** Octets that are hashed or sealed before others have their turn: a few ms. */
const sliceOctets = 4 * 1024 * 1024
/** NIST SP 800-38D: a random 96-bit iv for each text. */
const [cipherName, ivBytes, tagBytes] = ['aes-256-gcm', 12, 16] as const

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** A text as it is stored. */
export interface SealedText {
  hash: Buffer
  body: Buffer
  octets: number
  lines: number
}

/** Compresses and seals texts, and opens them. */
export interface Contents {
  /** A keyed hash of lines that say the same. */
  significant(text: string): Promise<Buffer>
  seal(text: string): Promise<SealedText>
  /** @throws Error if it was altered */
  open(stored: Pick<SealedText, 'hash' | 'body'>): Promise<string>
}

async function inSlices(octets: Buffer, use: (slice: Buffer) => void): Promise<void> {
  for (let at = 0; at < octets.length; at += sliceOctets) {
    if (at > 0) await turn()
    use(octets.subarray(at, at + sliceOctets))
  }
}

async function keyedHash(key: Buffer, octets: Buffer): Promise<Buffer> {
  const hmac = createHmac('sha256', key)
  await inSlices(octets, slice => hmac.update(slice))
  return hmac.digest()
}

/** Lines of a text that are not empty at its end. */
export const countLines = (text: string): number => {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

export function createContents(ctx: Pick<Context, 'em' | 'vault'>): Contents {
  let known: Promise<Keys> | undefined
  const keys = () => {
    known ??= readKeys(ctx).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  return {
    significant: async text => keyedHash((await keys()).significant, Buffer.from(text)),
    async seal(text) {
      const { seal: key, hash: hashKey } = await keys()
      const plain = Buffer.from(text)
      const hash = await keyedHash(hashKey, plain)
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(cipherName, key, iv, { authTagLength: tagBytes }).setAAD(hash)
      const parts: Buffer[] = []
      await inSlices(await compress(plain), slice => parts.push(cipher.update(slice)))
      parts.push(cipher.final())
      const body = Buffer.concat([iv, cipher.getAuthTag(), ...parts])
      return { hash, body, octets: plain.length, lines: countLines(text) }
    },
    async open({ hash, body }) {
      const { seal: key } = await keys()
      const iv = body.subarray(0, ivBytes)
      const tag = body.subarray(ivBytes, ivBytes + tagBytes)
      const decipher = createDecipheriv(cipherName, key, iv, { authTagLength: tagBytes })
      decipher.setAAD(hash).setAuthTag(tag)
      const parts: Buffer[] = []
      await inSlices(body.subarray(ivBytes + tagBytes), slice => parts.push(decipher.update(slice)))
      parts.push(decipher.final())
      return (await decompress(Buffer.concat(parts))).toString('utf8')
    },
  }
}
