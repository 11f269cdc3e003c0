import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { DeviceError } from '@linecard/driver-kit'
import { conflictingKey, type HostKeys } from '../host-keys.ts'

export interface RouterOsEndpoint {
  ip: string
  /** TCP port. */
  port: number
  connectMs: number
  signal: AbortSignal
  tls: boolean
  /** Allows old TLS, and TLS without a certificate, which RouterOS offers until `api-ssl` has one. */
  allowLegacy: boolean
  hostKeys: HostKeys
}

/** Everything that OpenSSL still has, with anonymous Diffie-Hellman. */
const legacy = { minVersion: 'TLSv1', ciphers: 'ALL:!eNULL:@SECLEVEL=0' } as const

/**
 * Fingerprint of the public key, not of the certificate: a renewed certificate with the same key stays known.
 */
export const fingerprintOfPeer = (socket: Pick<TLSSocket, 'getPeerX509Certificate'>): string | null => {
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
  return key ? `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}` : null
}

/**
 * Certificates of devices are self-signed. So the first key that an address shows is pinned, and another one
 * is refused. @throws DeviceError HostKeyChanged
 */
async function assertPinned(socket: TLSSocket, { ip, port, hostKeys }: RouterOsEndpoint): Promise<void> {
  const at = `${ip}:${port}`
  let shown: string | null
  try {
    shown = fingerprintOfPeer(socket)
  } catch (cause) {
    const why = `The certificate of ${at} cannot be read: ${(cause as Error).message}.`
    throw new DeviceError('SessionLost', why, { cause })
  }
  const pinned =
    shown === null ? await hostKeys.known(ip, port) : await conflictingKey(hostKeys, ip, port, shown)
  if (pinned === null) return
  const what = shown === null ? 'no certificate' : `a certificate with the key ${shown}`
  throw new DeviceError(
    'HostKeyChanged',
    `${at} shows ${what}, but the known key is ${pinned}: another device answers there, or it has a new ` +
      'certificate. Nothing was sent. Forget the old key only when you know why it changed.',
  )
}

function deviceErrorOf(
  { ip, port, tls, allowLegacy }: RouterOsEndpoint,
  error: NodeJS.ErrnoException,
): DeviceError {
  const at = `${ip}:${port}`
  const code = error.code ?? error.message
  if (tls && (/^ERR_SSL|^EPROTO/.test(error.code ?? '') || /ssl|tls/i.test(error.message))) {
    const hint =
      '. RouterOS without a certificate for api-ssl, or with an old TLS, needs legacy TLS ' +
      'allowed in the access profile'
    const why = `${at} and Linecard share no TLS version or cipher: ${code}${allowLegacy ? '' : hint}.`
    return new DeviceError('SessionLost', why, { cause: error })
  }
  const service = tls ? 'api-ssl' : 'api'
  return new DeviceError(
    'DeviceUnreachable',
    `${at} does not accept a connection to the RouterOS API: ${code}. ` +
      `Check that /ip/service enables ${service} for the address of this service.`,
    { cause: error },
  )
}

const startTls = ({ ip: host, port, allowLegacy }: RouterOsEndpoint): TLSSocket =>
  connectTls({
    host,
    port,
    // The pinned key identifies the device; no authority signs for 192.168.88.1.
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
    ...(allowLegacy ? legacy : {}),
  })

/**
 * Connects; nothing is sent on the connection.
 * @throws DeviceError DeviceUnreachable, SessionLost, HostKeyChanged
 */
export function openSocket(endpoint: RouterOsEndpoint): Promise<Socket> {
  const { ip, port, connectMs, signal, tls } = endpoint
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const socket = tls ? startTls(endpoint) : connect({ host: ip, port })
    const tooLate = `${ip}:${port} does not accept a connection to the RouterOS API in ${connectMs / 1000} s.`
    const late = setTimeout(() => fail(new DeviceError('DeviceUnreachable', tooLate)), connectMs)
    const onAbort = () => fail(signal.reason as Error)
    const settle = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError).off('close', onClose)
    }
    const fail = (error: Error) => {
      settle()
      socket.on('error', () => undefined).destroy()
      reject(error)
    }
    const onError = (error: NodeJS.ErrnoException) => fail(deviceErrorOf(endpoint, error))
    const onClose = () =>
      fail(new DeviceError('SessionLost', `${ip}:${port} closed the connection to the RouterOS API at once.`))
    const ready = () => {
      settle()
      socket.setNoDelay(true)
      resolve(socket)
    }
    signal.addEventListener('abort', onAbort)
    socket.on('error', onError).on('close', onClose)
    if (tls)
      socket.once('secureConnect', () => {
        assertPinned(socket as TLSSocket, endpoint).then(ready, fail)
      })
    else socket.once('connect', ready)
  })
}
