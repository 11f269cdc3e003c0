import { SocketAddress, isIP } from 'node:net'
import { DeviceError } from '@linecard/driver-kit'
import type { Budget } from '../limits/budget.ts'
import { createWaitingLine } from '../waiting/line.ts'
import { type Message, type Peer, type SnmpSocket, sharedSocket } from './socket.ts'
import type { SnmpStats } from './types.ts'

/** One request had no answer after all its repetitions. It becomes a DeviceError where a call ends. */
export class Silent extends Error {
  override name = 'Silent'
  /** A message with the id of the request came, but could not be read. */
  readonly nonsense: boolean
  constructor(nonsense: boolean) {
    super('no answer')
    this.nonsense = nonsense
  }
}

export interface Patience {
  /** How often the request may be sent. */
  attempts: number
  /** Latest end of the wait, as `performance.now()`. */
  deadline: number
  /** First wait, in ms. That of the connection by default. */
  waitMs?: number
  /** Ends the wait. The call then gives what it has, or throws DeviceTimeout. */
  signal?: AbortSignal
  /** What the call may still take. Whoever reads an answer counts it. */
  budget?: Budget
}

export type WriteRequest = (id: number) => Buffer
export type ReadAnswer<T> = (message: Message, id: number) => T

/** Sends one datagram at a time to one device, repeats it, and gives what `read` makes of the answer. */
export interface Exchange {
  <T>(write: WriteRequest, read: ReadAnswer<T>, patience: Patience): Promise<T>
  readonly stats: SnmpStats
  close(error: DeviceError): void
}

export function parsePeer(ip: string, port: number, stats: SnmpStats): Peer {
  const address = ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  const family = isIP(address)
  if (family === 0) throw new DeviceError('BadArgument', `"${ip}" is not an IP address.`)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new DeviceError('BadArgument', `${port} is not a UDP port.`)
  // It is compared with the address that the socket reports, so it needs the same notation. A zone stays.
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

export const brokenSocket = ({ address }: Peer, cause: Error): DeviceError =>
  new DeviceError('DeviceUnreachable', `No UDP socket can reach ${address}: ${cause.message}.`, { cause })

const never = new AbortController().signal
/** Each wait is longer than the one before, so that repetitions do not overload a slow agent. */
const backoff = 1.5
const maxBackoff = 4

interface State {
  peer: Peer
  timeoutMs: number
  closed: DeviceError | undefined
  /** Fails the open question. */
  fail: ((error: DeviceError) => void) | undefined
  socket: SnmpSocket | undefined
}

const givenUp = ({ address }: Peer, signal?: AbortSignal) =>
  new DeviceError('DeviceTimeout', `Asking ${address} was given up.`, { cause: signal?.reason })

function socketOf(state: State): SnmpSocket {
  if (!state.socket || state.socket.dead) {
    state.socket = sharedSocket(state.peer.family)
    state.socket.join(state.peer)
  }
  return state.socket
}

/** Asks one question. */
function ask<T>(state: State, write: WriteRequest, read: ReadAnswer<T>, patience: Patience): Promise<T> {
  const { peer, timeoutMs } = state
  const { stats } = peer
  const { attempts, deadline, waitMs = timeoutMs, signal, budget } = patience
  const socket = socketOf(state)
  return new Promise<T>((resolve, reject) => {
    let nonsense = false
    let left = attempts
    let wait = waitMs
    let timer: NodeJS.Timeout | undefined
    let sentAt = 0
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      socket.end(id)
      state.fail = undefined
    }
    const fail = (error: Error) => {
      end()
      reject(error)
    }
    const onAbort = () => fail(givenUp(peer, signal))
    const id = socket.ask({
      peer,
      take(message) {
        nonsense = true
        const answer = read(message, id)
        stats.answers++
        // A repeated request does not tell which of its datagrams was answered.
        if (left === attempts - 1)
          budget?.courtesy?.answered(performance.now() - sentAt, message.bytes.length)
        end()
        resolve(answer)
      },
      fail: error => fail(brokenSocket(peer, error)),
    })
    signal?.addEventListener('abort', onAbort, { once: true })
    state.fail = fail

    let bytes: Buffer
    try {
      bytes = write(id)
    } catch (error) {
      return fail(error as Error)
    }
    const onSent = (cause: Error | null) => {
      const code = cause && (cause as NodeJS.ErrnoException).code
      if (code && unreachable.has(code))
        fail(new DeviceError('DeviceUnreachable', `${peer.address} cannot be reached: ${code}.`, { cause }))
    }
    const send = () => {
      left--
      stats.requests++
      stats.sent_bytes += bytes.length
      sentAt = performance.now()
      socket.send(bytes, peer, onSent)
      const rest = deadline - performance.now()
      // Jitter spreads the repetitions of many devices that fell silent at the same time.
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
}

export function createExchange(peer: Peer, timeoutMs: number): Exchange {
  const line = createWaitingLine()
  const state: State = { peer, timeoutMs, closed: undefined, fail: undefined, socket: undefined }
  let busy = false

  const exchange = async <T>(write: WriteRequest, read: ReadAnswer<T>, patience: Patience): Promise<T> => {
    const { signal = never } = patience
    if (busy)
      await line.join(signal).catch((reason: unknown) => {
        throw signal.aborted ? givenUp(peer, signal) : reason
      })
    busy = true
    try {
      if (signal.aborted) throw givenUp(peer, signal)
      if (state.closed) throw state.closed
      const rest = patience.budget?.courtesy?.wait(signal)
      if (rest)
        await rest.catch(() => {
          throw givenUp(peer, signal)
        })
      if (state.closed) throw state.closed
      return await ask(state, write, read, patience)
    } finally {
      busy = line.next()
    }
  }
  return Object.assign(exchange, {
    stats: peer.stats,
    close(error: DeviceError) {
      if (state.closed) return
      state.closed = error
      state.fail?.(error)
      state.socket?.leave(peer)
    },
  })
}
