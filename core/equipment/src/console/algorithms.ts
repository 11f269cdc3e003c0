import type { Algorithms } from 'ssh2'
import type { CliProfile } from '@linecard/driver-kit/cli'

type Names = Readonly<Record<'kex' | 'cipher' | 'hmac' | 'serverHostKey' | 'compress', readonly string[]>>

/** Always offered. None uses SHA-1, CBC or keys that RFC 9142 calls too weak. */
const modern: Names = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group14-sha256',
  ],
  cipher: [
    'chacha20-poly1305@openssh.com',
    'aes256-gcm@openssh.com',
    'aes128-gcm@openssh.com',
    'aes256-ctr',
    'aes192-ctr',
    'aes128-ctr',
  ],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  serverHostKey: [
    'ssh-ed25519',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp384',
    'ecdsa-sha2-nistp521',
    'rsa-sha2-512',
    'rsa-sha2-256',
  ],
  compress: ['none'],
}

/**
 * RFC 4419: the device chooses the group. Node proves that its prime is one, in 0.2 s of CPU for 2,048 bits,
 * 1.3 s for 3,072 and 24 s for 8,192, and nothing can stop that. So it is offered in a process apart only.
 */
const groups = ['diffie-hellman-group-exchange-sha256', 'diffie-hellman-group-exchange-sha1']
/** With these ciphers ssh2 asks for 3,072 bits, with the others for up to 8,192. */
const shortKeyed = new Set(['aes128-gcm@openssh.com', 'aes128-ctr', 'aes128-cbc'])

/** For switches of about 2010. Offered only if the access profile allows it (fault 37). */
const legacy: Names = {
  kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
  cipher: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'],
  hmac: ['hmac-sha1', 'hmac-md5'],
  serverHostKey: ['ssh-rsa', 'ssh-dss'],
  compress: [],
}

const shortKeyedFirst = (ciphers: readonly string[]): string[] => {
  const short = ciphers.filter(one => shortKeyed.has(one))
  return [...short, ...ciphers.filter(one => !short.includes(one))]
}

/**
 * Algorithms to offer, the strongest first. A driver's profile replaces kinds of the legacy ones.
 * @param apart whether this process may be busy for a while: then groups of the device's choice are offered,
 * and nothing else for the exchange of keys
 */
export function algorithmsFor(
  allowLegacy: boolean,
  profile: CliProfile['legacySsh'],
  apart = false,
): Algorithms {
  const more: Names = {
    ...legacy,
    kex: profile?.kex ?? legacy.kex,
    cipher: profile?.cipher ?? legacy.cipher,
    hmac: profile?.hmac ?? legacy.hmac,
    serverHostKey: profile?.hostKey ?? legacy.serverHostKey,
  }
  const offered = Object.fromEntries(
    Object.keys(modern).map(kind => [
      kind,
      [...new Set([...modern[kind as keyof Names], ...(allowLegacy ? more[kind as keyof Names] : [])])],
    ]),
  ) as Record<keyof Names, string[]>
  const kex = apart ? groups.slice(0, allowLegacy ? 2 : 1) : offered.kex.filter(one => !groups.includes(one))
  return { ...offered, kex, ...(apart && { cipher: shortKeyedFirst(offered.cipher) }) } as Algorithms
}
