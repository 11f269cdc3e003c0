import { createHash } from 'node:crypto'
import ssh2, { type Client, type ClientChannel } from 'ssh2'
import { createStreamDecoder, DeviceError, type Charset } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import { conflictingKey, type HostKeys } from '../host-keys.ts'
import { algorithmsFor } from './algorithms.ts'
import { usual } from './expected.ts'
import { typedOctets, type ConsoleTransport, type Endpoint } from './transport.ts'

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
      assertHostKey(endpoint, key).then(
        () => answer(true),
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
