import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { DeviceError } from '@linecard/driver-kit'
import { differing, type HostKeys } from '../cli/host-keys.ts'
import type { Place } from '../cli/wire.ts'

export interface SocketPlace extends Place {
  tls: boolean
  /** Old TLS, and TLS without a certificate: what RouterOS offers before somebody gave `api-ssl` one. */
  allowLegacy: boolean
  hostKeys: HostKeys
}

/** Everything that OpenSSL still has, anonymous Diffie-Hellman with it. */
const legacy = { minVersion: 'TLSv1', ciphers: 'ALL:!eNULL:@SECLEVEL=0' } as const

/** Of the public key, not of the certificate: one that is renewed with its key stays known. */
export const fingerprintOfPeer = (socket: Pick<TLSSocket, 'getPeerX509Certificate'>): string | null => {
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
  return key ? `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}` : null
}

/**
 * Certificates of devices are self-signed, so the first key that an address shows is kept, and another one is
 * refused. @throws DeviceError HostKeyChanged
 */
async function pinned(socket: TLSSocket, { ip, port, hostKeys }: SocketPlace): Promise<void> {
  let shown: string | null
  try {
    shown = fingerprintOfPeer(socket)
  } catch (cause) {
    throw new DeviceError(
      'SessionLost',
      `${ip}:${port} shows a certificate that cannot be read: ${(cause as Error).message}`,
      { cause },
    )
  }
  const known = shown === null ? await hostKeys.known(ip, port) : await differing(hostKeys, ip, port, shown)
  if (known === null) return
  throw new DeviceError(
    'HostKeyChanged',
    `${ip}:${port} shows ${shown === null ? 'no certificate' : `a certificate with the key ${shown}`}, but had the key ${known}: another device answers there, or its certificate was made anew. Nothing was sent; forget the old key only when you know why`,
  )
}

function explained({ ip, port, tls, allowLegacy }: SocketPlace, error: NodeJS.ErrnoException): DeviceError {
  const at = `${ip}:${port}`
  if (tls && (/^ERR_SSL|^EPROTO/.test(error.code ?? '') || /ssl|tls/i.test(error.message))) {
    const hint = allowLegacy
      ? ''
      : '; RouterOS without a certificate for api-ssl, or with an old TLS, needs legacy TLS allowed in the access profile'
    return new DeviceError(
      'SessionLost',
      `${at} and Linecard agree on no way to speak TLS: ${error.code ?? error.message}${hint}`,
      { cause: error },
    )
  }
  return new DeviceError(
    'DeviceUnreachable',
    `${at} does not take a connection to the RouterOS API: ${error.code ?? error.message}; is the service ${tls ? 'api-ssl' : 'api'} on in /ip/service, for this address?`,
    { cause: error },
  )
}

/**
 * A connection on which nothing has been said. @throws DeviceError DeviceUnreachable, SessionLost,
 * HostKeyChanged
 */
export function openSocket(place: SocketPlace): Promise<Socket> {
  const { ip, port, connectMs, signal, tls, allowLegacy } = place
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const socket = tls
      ? // Who it is, is told by its pinned key; no authority signs for 192.168.88.1.
        connectTls({
          host: ip,
          port,
          rejectUnauthorized: false,
          checkServerIdentity: () => undefined,
          ...(allowLegacy ? legacy : {}),
        })
      : connect({ host: ip, port })
    const late = setTimeout(
      () =>
        fail(
          new DeviceError(
            'DeviceUnreachable',
            `${ip}:${port} does not take a connection to the RouterOS API in ${connectMs / 1000} s`,
          ),
        ),
      connectMs,
    )
    const aborted = () => fail(signal.reason as Error)
    const settle = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', aborted)
      socket.off('error', refused).off('close', closed)
    }
    const fail = (error: Error) => {
      settle()
      socket.on('error', () => undefined).destroy()
      reject(error)
    }
    const refused = (error: NodeJS.ErrnoException) => fail(explained(place, error))
    const closed = () =>
      fail(new DeviceError('SessionLost', `${ip}:${port} closed the connection to the RouterOS API at once`))
    const ready = () => {
      settle()
      socket.setNoDelay(true)
      resolve(socket)
    }
    signal.addEventListener('abort', aborted)
    socket.on('error', refused).on('close', closed)
    if (tls)
      socket.once('secureConnect', () => {
        pinned(socket as TLSSocket, place).then(ready, fail)
      })
    else socket.once('connect', ready)
  })
}
