import { createHash } from 'node:crypto'
import ssh2, { type Client, type ClientChannel, type Algorithms } from 'ssh2'
import { createStreamDecoder, DeviceError, type Charset } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import { conflictingKey, type HostKeys } from '../host-keys.ts'
import { usual } from './expected.ts'
import { typedOctets, type ConsoleTransport, type Endpoint } from './transport.ts'

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
function algorithmsFor(allowLegacy: boolean, profile: CliProfile['legacySsh'], apart = false): Algorithms {
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

export interface SshEndpoint extends Endpoint {
  login: string
  password: string
  /** Whether weak algorithms may be offered too. */
  allowLegacy: boolean
  profile: Pick<CliProfile, 'legacySsh'>
  hostKeys: HostKeys
  /** Whether groups of the device's choice are offered, which hold the process up. */
  apart?: boolean
}

/** In the notation of OpenSSH: `SHA256:` and base64 without padding. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

function deviceErrorOf(
  { ip, port, allowLegacy }: SshEndpoint,
  error: Error & { level?: string; code?: string },
): DeviceError {
  const at = `${ip}:${port}`
  const options = { cause: error }
  if (error.level === 'client-authentication')
    return new DeviceError(
      'AuthFailed',
      `${at} refused the login and password of the access profile.`,
      options,
    )
  if (error.level === 'handshake' || /no matching|handshake/i.test(error.message)) {
    const hint = allowLegacy ? '' : '. Old firmware needs legacy SSH allowed in the access profile'
    const why = `${at} and Linecard share no SSH algorithms: ${error.message}${hint}.`
    return new DeviceError('SessionLost', why, options)
  }
  const why = `${at} does not accept an SSH connection: ${error.code ?? error.message}.`
  return new DeviceError('DeviceUnreachable', why, options)
}

/** Throws HostKeyChanged if the device shows another key than the pinned one. */
async function assertHostKey({ ip, port, hostKeys }: SshEndpoint, key: Buffer): Promise<void> {
  const shown = fingerprintOf(key)
  const pinned = await conflictingKey(hostKeys, ip, port, shown)
  if (pinned === null) return
  throw new DeviceError(
    'HostKeyChanged',
    `${ip}:${port} shows the host key ${shown}, but the known key is ${pinned}: ` +
      'another device answers there, or it was replaced. ' +
      'Nothing was sent. Forget the old key only when you know why it changed.',
  )
}

/** Asks for the present password, and for nothing else: not for a code, and not for a new password. */
const asksForPassword = (question: string): boolean =>
  usual.password.test(question.trim()) &&
  !/\b(?:new|old|again|confirm|retype|verify|one[- ]time)\b/i.test(question)

/** Connects and signs in. `onReason` receives why a login fails, if Linecard itself ends it. */
function connect(client: Client, endpoint: SshEndpoint, onReason: (error: Error) => void): void {
  const { ip, port, connectMs, login, password, allowLegacy, profile, apart } = endpoint
  /** The key that was accepted. */
  let accepted: Buffer | null = null
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => {
    const other = prompts.find(({ prompt, echo }) => echo || !asksForPassword(prompt))
    if (other) {
      const question = other.prompt.trim().slice(0, 80)
      onReason(
        new DeviceError('AuthFailed', `${ip}:${port} asks "${question}" at the login, not for a password.`),
      )
    }
    finish(other ? [] : prompts.map(() => password))
  })
  client.connect({
    host: ip,
    port,
    username: login,
    password,
    tryKeyboard: true,
    readyTimeout: connectMs,
    keepaliveInterval: 30_000,
    keepaliveCountMax: 2,
    algorithms: algorithmsFor(allowLegacy, profile.legacySsh, apart),
    hostVerifier: (key: Buffer, answer: (good: boolean) => void) => {
      // A device that wants new keys shows it again. ssh2 (1.17) waits for the answer, but sends what is
      // typed meanwhile with the old keys, and the device cuts the connection.
      if (accepted?.equals(key)) return answer(true)
      assertHostKey(endpoint, key).then(
        () => {
          accepted = key
          answer(true)
        },
        (error: Error) => {
          onReason(error)
          answer(false)
        },
      )
    },
  })
}

/**
 * Signs in from this process.
 * @throws DeviceError DeviceUnreachable, AuthFailed, SessionLost, HostKeyChanged
 */
export function openSshHere(endpoint: SshEndpoint): Promise<ConsoleTransport> {
  const { ip, port, connectMs, signal } = endpoint
  const at = `${ip}:${port}`
  const client = new ssh2.Client()
  return new Promise((resolve, reject) => {
    let reason: Error | null = null
    const settle = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (error: Error) => {
      settle()
      client.destroy()
      reject(reason ?? error)
    }
    const onAbort = () => fail(signal.reason as Error)
    const tooLate = `${at} does not finish an SSH login in ${connectMs / 1000} s.`
    const late = setTimeout(() => fail(new DeviceError('DeviceUnreachable', tooLate)), connectMs)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)

    // A failure after the login ends the channel, and the reader of the channel gets it.
    let broken: Error | null = null
    client.on('error', error => {
      broken = error
      fail(deviceErrorOf(endpoint, error))
    })
    client.on('close', () =>
      fail(new DeviceError('SessionLost', `${at} ended the connection before the login was complete.`)),
    )
    client.on('ready', () =>
      client
        // Commands are short; waiting for more data to send would cost a quarter of a second each.
        .setNoDelay(true)
        .shell({ term: 'vt100', cols: 511, rows: 1000, width: 0, height: 0 }, (error, channel) => {
          if (error) return fail(new DeviceError('SessionLost', `${at} gives no shell: ${error.message}.`))
          settle()
          resolve(transportOver(client, channel, () => broken, endpoint.charset))
        }),
    )
    connect(client, endpoint, error => {
      reason ??= error
    })
  })
}

function transportOver(
  client: Client,
  channel: ClientChannel,
  broken: () => Error | null,
  charset: Charset = 'utf-8',
): ConsoleTransport {
  // The end of a packet may cut a character.
  const decoders = [createStreamDecoder(charset), createStreamDecoder(charset)] as const
  channel.on('error', () => undefined)
  return {
    kind: 'ssh',
    write: text => {
      if (channel.writable) channel.write(typedOctets(text, charset))
    },
    onText(reader) {
      channel.on('data', (octets: Buffer) => reader(decoders[0](octets)))
      channel.stderr.on('data', (octets: Buffer) => reader(decoders[1](octets)))
    },
    pause() {
      channel.pause()
      channel.stderr.pause()
    },
    resume() {
      channel.resume()
      channel.stderr.resume()
    },
    onEnd: listener => {
      channel.once('close', () => listener(broken()))
    },
    close: () => client.end(),
  }
}
