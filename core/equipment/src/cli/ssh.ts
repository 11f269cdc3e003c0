import { createHash } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import ssh2, { type Client, type ClientChannel } from 'ssh2'
import { DeviceError } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import { algorithmsFor } from './algorithms.ts'
import { differing, type HostKeys } from './host-keys.ts'
import type { Place, Wire } from './wire.ts'

export interface SshPlace extends Place {
  login: string
  password: string
  /** Weak algorithms may be offered too. */
  allowLegacy: boolean
  profile: Pick<CliProfile, 'legacySsh'>
  hostKeys: HostKeys
}

/** As OpenSSH writes it: `SHA256:` and base64 without padding. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

function explained(
  { ip, port, allowLegacy }: SshPlace,
  error: Error & { level?: string; code?: string },
): DeviceError {
  const at = `${ip}:${port}`
  if (error.level === 'client-authentication')
    return new DeviceError('AuthFailed', `${at} refused the login and password of the access profile`, {
      cause: error,
    })
  if (error.level === 'handshake' || /no matching|handshake/i.test(error.message)) {
    const hint = allowLegacy ? '' : '; old firmwares need legacy SSH allowed in the access profile'
    return new DeviceError(
      'SessionLost',
      `${at} and Linecard agree on no way to speak SSH: ${error.message}${hint}`,
      { cause: error },
    )
  }
  return new DeviceError(
    'DeviceUnreachable',
    `${at} does not take an SSH connection: ${error.code ?? error.message}`,
    { cause: error },
  )
}

/** @throws DeviceError DeviceUnreachable, AuthFailed, SessionLost, HostKeyChanged */
export function openSsh(place: SshPlace): Promise<Wire> {
  const { ip, port, connectMs, signal, login, password } = place
  const client = new ssh2.Client()
  return new Promise((resolve, reject) => {
    let refused: DeviceError | null = null
    const settle = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', aborted)
    }
    const fail = (error: Error) => {
      settle()
      client.destroy()
      reject(refused ?? error)
    }
    const aborted = () => fail(signal.reason as Error)
    const late = setTimeout(
      () =>
        fail(
          new DeviceError(
            'DeviceUnreachable',
            `${ip}:${port} does not finish an SSH login in ${connectMs / 1000} s`,
          ),
        ),
      connectMs,
    )
    if (signal.aborted) return aborted()
    signal.addEventListener('abort', aborted)

    const verify = async (key: Buffer): Promise<boolean> => {
      const now = fingerprintOf(key)
      const first = await differing(place.hostKeys, ip, port, now)
      if (first === null) return true
      refused = new DeviceError(
        'HostKeyChanged',
        `${ip}:${port} shows the host key ${now}, but had ${first}: another device answers there, or it was replaced. Nothing was sent; forget the old key only when you know why`,
      )
      return false
    }
    // A failure after the login is the end of the channel, which tells its reader.
    let broken: Error | null = null
    client.on('error', error => {
      broken = error
      fail(explained(place, error))
    })
    client.on('close', () =>
      fail(new DeviceError('SessionLost', `${ip}:${port} ended the connection before anybody was signed in`)),
    )
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
      finish(prompts.map(() => password)),
    )
    // Commands are a few octets each; waiting for more to send costs a quarter of a second.
    client.on('ready', () =>
      client
        .setNoDelay(true)
        .shell({ term: 'vt100', cols: 511, rows: 1000, width: 0, height: 0 }, (error, channel) => {
          if (error)
            return fail(new DeviceError('SessionLost', `${ip}:${port} gives no shell: ${error.message}`))
          settle()
          resolve(wireOf(client, channel, () => broken))
        }),
    )
    client.connect({
      host: ip,
      port,
      username: login,
      password,
      tryKeyboard: true,
      readyTimeout: connectMs,
      keepaliveInterval: 30_000,
      keepaliveCountMax: 2,
      algorithms: algorithmsFor(place.allowLegacy, place.profile.legacySsh),
      hostVerifier: (key: Buffer, answer: (good: boolean) => void) => {
        verify(key).then(answer, (error: Error) => {
          refused ??= error as DeviceError
          answer(false)
        })
      },
    })
  })
}

function wireOf(client: Client, channel: ClientChannel, broken: () => Error | null): Wire {
  // A character may be cut by a packet's end.
  const decoders = [new StringDecoder('utf8'), new StringDecoder('utf8')] as const
  channel.on('error', () => undefined)
  return {
    kind: 'ssh',
    write: text => {
      if (channel.writable) channel.write(text)
    },
    onText(reader) {
      channel.on('data', (octets: Buffer) => reader(decoders[0].write(octets)))
      channel.stderr.on('data', (octets: Buffer) => reader(decoders[1].write(octets)))
    },
    onEnd: listener => {
      const once = () => listener(broken())
      channel.once('close', once)
    },
    close: () => client.end(),
  }
}
