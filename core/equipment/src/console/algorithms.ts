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
    'diffie-hellman-group-exchange-sha256',
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

/** For switches of about 2010. Offered only if the access profile allows it (fault 37). */
const legacy: Names = {
  kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group-exchange-sha1', 'diffie-hellman-group1-sha1'],
  cipher: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'],
  hmac: ['hmac-sha1', 'hmac-md5'],
  serverHostKey: ['ssh-rsa', 'ssh-dss'],
  compress: [],
}

/** Algorithms to offer, the strongest first. A driver's profile replaces kinds of the legacy ones. */
export function algorithmsFor(allowLegacy: boolean, profile: CliProfile['legacySsh']): Algorithms {
  const more: Names = {
    ...legacy,
    kex: profile?.kex ?? legacy.kex,
    cipher: profile?.cipher ?? legacy.cipher,
    hmac: profile?.hmac ?? legacy.hmac,
    serverHostKey: profile?.hostKey ?? legacy.serverHostKey,
  }
  return Object.fromEntries(
    Object.keys(modern).map(kind => [
      kind,
      [...new Set([...modern[kind as keyof Names], ...(allowLegacy ? more[kind as keyof Names] : [])])],
    ]),
  ) as Algorithms
}
