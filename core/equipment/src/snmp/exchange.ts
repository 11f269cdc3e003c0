import { SocketAddress, isIP } from 'node:net'
import { DeviceError } from '@linecard/driver-kit'
import { createWaitingLine } from '../sessions/waiting.ts'
import { type Message, type Peer, type Port, portFor } from './port.ts'
import type { SnmpStats } from './types.ts'

/** No answer to one request, after all its repetitions. Turned into a DeviceError where a call ends. */
export class Silent extends Error {
  override name = 'Silent'
  /** Something came with the request's id, but could not be read. */
  readonly nonsense: boolean
  constructor(nonsense: boolean) {
    super('no answer')
    this.nonsense = nonsense
  }
}

export interface Patience {
  /** Times the request is sent at most. */
  attempts: number
  /** `performance.now()` after which nobody waits any more. */
  deadline: number
  /** First wait in ms, where it is not that of the session. */
  waitMs?: number
  /** Ends the waiting; the call gives what it has, or DeviceTimeout. */
  signal?: AbortSignal
}

/** Sends one datagram at a time to one device, repeats it, and gives what `read` makes of the answer. */
export interface Exchange {
  <T>(
    write: (id: number) => Buffer,
    read: (message: Message, id: number) => T,
    patience: Patience,
  ): Promise<T>
  close(error: DeviceError): void
}

export function parsePeer(ip: string, port: number, stats: SnmpStats): Peer {
  const address = ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  const family = isIP(address)
  if (family === 0) throw new DeviceError('BadArgument', `"${ip}" is not an IP address.`)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new DeviceError('BadArgument', `${port} is not a UDP port.`)
  // Compared with what the socket reports, so written the same way; a zone stays as it is.
  const [plain = address, zone] = address.split('%')
  const normal = new SocketAddress({ address: plain, family: family === 6 ? 'ipv6' : 'ipv4' }).address
  return {
    family: family === 6 ? 6 : 4,
    address: zone === undefined ? normal : `${normal}%${zone}`,
    port,
    stats,
  }
}

const unreachable = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EINVAL',
])
const never = new AbortController().signal
/** Each wait is longer than the one before, so that a slow agent is not buried under repetitions. */
const backoff = 1.5
const maxBackoff = 4

export function createExchange(peer: Peer, timeoutMs: number): Exchange {
  const { stats } = peer
  const line = createWaitingLine()
  let busy = false
  let closed: DeviceError | undefined
  let open: ((error: DeviceError) => void) | undefined
  let port: Port | undefined

  const givenUp = (signal?: AbortSignal) =>
    new DeviceError('DeviceTimeout', `Asking ${peer.address} was given up.`, { cause: signal?.reason })
  const usePort = () => {
    if (!port || port.dead) (port = portFor(peer.family)).join(peer)
    return port
  }

  const run = <T>(
    write: (id: number) => Buffer,
    read: (message: Message, id: number) => T,
    { attempts, deadline, waitMs = timeoutMs, signal }: Patience,
  ) =>
    new Promise<T>((resolve, reject) => {
      const socket = usePort()
      let nonsense = false
      let left = attempts
      let wait = waitMs
      let timer: NodeJS.Timeout | undefined

      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        socket.close(id)
        open = undefined
      }
      const fail = (error: Error) => {
        end()
        reject(error)
      }
      const id = socket.ask({
        peer,
        take(message) {
          nonsense = true
          const answer = read(message, id)
          stats.answers++
          end()
          resolve(answer)
        },
        fail: error =>
          fail(
            new DeviceError(
              'DeviceUnreachable',
              `No UDP socket to reach ${peer.address}: ${error.message}.`,
              { cause: error },
            ),
          ),
      })
      const onAbort = () => fail(givenUp(signal))
      signal?.addEventListener('abort', onAbort, { once: true })
      open = fail

      let bytes: Buffer
      try {
        bytes = write(id)
      } catch (error) {
        return fail(error as Error)
      }
      const send = () => {
        left--
        stats.requests++
        stats.sent_bytes += bytes.length
        socket.send(bytes, peer, error => {
          const code = error && (error as NodeJS.ErrnoException).code
          if (code && unreachable.has(code))
            fail(
              new DeviceError('DeviceUnreachable', `${peer.address} cannot be reached: ${code}.`, {
                cause: error,
              }),
            )
        })
        const rest = deadline - performance.now()
        // Jitter spreads the repetitions of many devices that fell silent together.
        timer = setTimeout(expire, Math.max(1, Math.min(rest, wait * (0.95 + Math.random() * 0.1))))
        wait = Math.min(wait * backoff, waitMs * maxBackoff)
      }
      const expire = () => {
        stats.timeouts++
        if (left <= 0 || performance.now() >= deadline) return fail(new Silent(nonsense))
        stats.retries++
        send()
      }
      send()
    })

  const exchange = async <T>(
    write: (id: number) => Buffer,
    read: (message: Message, id: number) => T,
    patience: Patience,
  ): Promise<T> => {
    const { signal = never } = patience
    if (busy)
      await line.join(signal).catch((reason: unknown) => {
        throw signal.aborted ? givenUp(signal) : reason
      })
    busy = true
    try {
      if (signal.aborted) throw givenUp(signal)
      if (closed) throw closed
      return await run(write, read, patience)
    } finally {
      busy = line.next()
    }
  }
  return Object.assign(exchange, {
    close(error: DeviceError) {
      if (closed) return
      closed = error
      open?.(error)
      port?.leave(peer)
    },
  })
}
