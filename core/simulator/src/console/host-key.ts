import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import ssh2 from 'ssh2'

const word = (value: number): Buffer => {
  const octets = Buffer.alloc(4)
  octets.writeUInt32BE(value)
  return octets
}
const string = (value: Buffer | string): Buffer => {
  const octets = Buffer.from(value as string)
  return Buffer.concat([word(octets.length), octets])
}

/** Header of an Ed25519 private key in DER (RFC 8410). The 32 octets of the key follow. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * An Ed25519 host key in the format of OpenSSH (PROTOCOL.key). The same seed gives the same key: a pinned key
 * stays right when a scene starts again. `ssh2` can generate keys too, but cannot read about one in 200 of
 * the Ed25519 keys that it generates.
 */
export function hostKey(seed: string): string {
  const secret = createHash('sha256').update(`linecard host key ${seed}`).digest()
  const spki = createPublicKey(
    createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' }),
  ).export({ format: 'der', type: 'spki' })
  const open = spki.subarray(spki.length - 32)
  const publicKey = Buffer.concat([string('ssh-ed25519'), string(open)])
  const plain = Buffer.concat([
    word(1),
    word(1),
    publicKey,
    string(Buffer.concat([secret, open])),
    string(''),
  ])
  const padding = Buffer.from(Array.from({ length: (8 - (plain.length % 8)) % 8 }, (_, n) => n + 1))
  const whole = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    string('none'),
    string('none'),
    string(''),
    word(1),
    string(publicKey),
    string(Buffer.concat([plain, padding])),
  ])
  const [begin, end] = ['BEGIN', 'END'].map(edge => `-----${edge} OPENSSH PRIVATE KEY-----`)
  return `${begin}\n${whole.toString('base64').replace(/.{70}/g, '$&\n')}\n${end}\n`
}

let rsa: string | undefined
/**
 * The RSA key of devices that support no other kind. All of a process share it: it cannot be made from a
 * seed.
 */
export const legacyHostKey = (): string =>
  (rsa ??= ssh2.utils.generateKeyPairSync('rsa', { bits: 2048 }).private)
