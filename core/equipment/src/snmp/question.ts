import { DeviceError } from '@linecard/driver-kit'
import type { Budget } from '../limits/budget.ts'
import { brokenSocket, unreachable } from './peer.ts'
import type { RoundTrip } from './round-trip.ts'
import { type Message, type Peer, type SnmpSocket, sharedSocket } from './socket.ts'

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
  /**
   * For how many time-outs of the access profile an answer is waited for. Within this time the request is
   * repeated as the round trips of the device suggest: a known device sooner and more often.
   */
  attempts: number
  /** Latest end of the wait, as `performance.now()`. */
  deadline: number
  /** The request is sent once, and its answer is waited for so long, in ms. */
  onceMs?: number
  /** Ends the wait. The call then gives what it has, or throws DeviceTimeout. */
  signal?: AbortSignal
  /** What the call may still take. Whoever reads an answer counts it. */
  budget?: Budget
  /** The first wait of a request has run out: until its answer comes, the device can be asked something else. */
  onLate?: (() => void) | undefined
}

export type WriteRequest = (id: number) => Buffer
export type ReadAnswer<T> = (message: Message, id: number) => T

/** Waits double until the time-out of the access profile; from there on they grow slowly, as far as this. */
const [untilTimeout, backoff, maxBackoff] = [2, 1.5, 4]
/** A datagram that is older than this is no longer in flight, ms. */
const flightMs = 1000

const nothing = Buffer.alloc(0)

/** What the questions to one device share. */
export interface Asking {
  peer: Peer
  timeoutMs: number
  /** No request is repeated. */
  single: boolean
  roundTrip: RoundTrip
  closed: DeviceError | undefined
  /** Fail the open questions. */
  open: Set<(error: DeviceError) => void>
  socket: SnmpSocket | undefined
  /** The last question that was answered after a repetition: a second answer shows that nothing was lost. */
  repeated: { id: number; ms: number } | undefined
}

export const givenUp = ({ address }: Peer, signal?: AbortSignal) =>
  new DeviceError('DeviceTimeout', `Asking ${address} was given up.`, { cause: signal?.reason })

function socketOf(state: Asking): SnmpSocket {
  if (!state.socket || state.socket.dead) {
    state.socket = sharedSocket(state.peer.family)
    state.socket.join(state.peer)
  }
  return state.socket
}

/** The whole wait for one answer: so many time-outs, each longer than the one before. */
function patienceMs(timeoutMs: number, attempts: number): number {
  let [total, wait] = [0, timeoutMs]
  for (let at = 0; at < attempts; at++) {
    total += wait
    wait = Math.min(wait * backoff, timeoutMs * maxBackoff)
  }
  return total
}

/** A question until its answer. */
interface Open {
  asking: Asking
  patience: Patience
  /** Its datagram is lost or answered, so another question may be sent. */
  freed: () => void
  resolve(answer: unknown): void
  socket: SnmpSocket
  id: number
  bytes: Buffer
  /** Datagrams sent. */
  sent: number
  /** The next wait, ms. */
  wait: number
  startedAt: number
  giveUpAt: number
  /** Nothing is sent after this wait. */
  last: boolean
  nonsense: boolean
  done: boolean
  /** It has a place in the lane. */
  inFlight: boolean
  timer: NodeJS.Timeout | undefined
  flight: NodeJS.Timeout | undefined
  onAbort: () => void
  fail: (error: Error) => void
}

/** Gives its place back. */
function landed(open: Open): void {
  clearTimeout(open.flight)
  if (open.inFlight) open.patience.budget?.lane?.leave()
  open.inFlight = false
}

function end(open: Open): void {
  const { asking, patience, socket, id, onAbort, fail, freed } = open
  open.done = true
  clearTimeout(open.timer)
  landed(open)
  patience.signal?.removeEventListener('abort', onAbort)
  socket.end(id)
  asking.open.delete(fail)
  freed()
}

function takeAnswer<T>(open: Open, message: Message, read: ReadAnswer<T>): void {
  const { asking, patience, id } = open
  open.nonsense = true
  const answer = read(message, id)
  asking.peer.stats.answers++
  const ms = performance.now() - open.startedAt
  // A repeated request does not tell which of its datagrams was answered.
  if (open.sent === 1) {
    asking.roundTrip.measured(ms)
    patience.budget?.courtesy?.answered(ms, message.bytes.length)
  } else asking.repeated = { id, ms }
  end(open)
  open.resolve(answer)
}

function onSent({ asking: { peer }, fail }: Open, cause: Error | null): void {
  const code = cause && (cause as NodeJS.ErrnoException).code
  if (code && unreachable.has(code))
    fail(new DeviceError('DeviceUnreachable', `${peer.address} cannot be reached: ${code}.`, { cause }))
}

function send(open: Open): void {
  const { asking, patience, bytes, wait } = open
  const { peer, timeoutMs } = asking
  const { attempts, deadline, onceMs, budget } = patience
  if (open.done) return budget?.lane?.leave()
  const now = performance.now()
  open.inFlight = budget?.lane !== undefined
  peer.stats.requests++
  peer.stats.sent_bytes += bytes.length
  if (open.sent++ === 0) {
    open.startedAt = now
    open.giveUpAt = Math.min(deadline, now + (onceMs ?? patienceMs(timeoutMs, attempts)))
  } else peer.stats.retries++
  open.socket.send(bytes, peer, cause => onSent(open, cause))
  const rest = open.giveUpAt - now
  // Jitter spreads the repetitions of many devices that fell silent at the same time.
  const next = wait * (0.95 + Math.random() * 0.1)
  // What would be left after the next wait is too short for another one.
  open.last = asking.single || onceMs !== undefined || next + wait / 4 > rest
  const ms = Math.max(1, open.last ? rest : next)
  if (open.inFlight && ms > flightMs) open.flight = setTimeout(landed, flightMs, open)
  open.timer = setTimeout(expire, ms, open)
  const longer = wait < timeoutMs ? Math.min(wait * untilTimeout, timeoutMs) : wait * backoff
  open.wait = Math.min(longer, timeoutMs * maxBackoff)
}

/** Sends it when it has a place. */
function begin(open: Open): void {
  const { budget, signal } = open.patience
  const turn = budget?.lane?.enter(signal)
  if (turn) turn.then(() => send(open), open.fail)
  else send(open)
}

function expire(open: Open): void {
  const { asking, patience, freed } = open
  asking.peer.stats.timeouts++
  asking.roundTrip.lost()
  landed(open)
  if (open.last) return open.fail(new Silent(open.nonsense))
  // An OLT may only be slow, and slow OLTs are never asked two things at the same time.
  if (!patience.budget?.courtesy) {
    freed()
    patience.onLate?.()
  }
  begin(open)
}

/** Asks one question. `freed`: its datagram is lost or answered, so another question may be sent. */
export function ask<T>(
  asking: Asking,
  write: WriteRequest,
  read: ReadAnswer<T>,
  patience: Patience,
  freed: () => void,
): Promise<T> {
  const { peer, roundTrip } = asking
  const { signal, deadline } = patience
  const socket = socketOf(asking)
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const open: Open = {
    asking,
    patience,
    freed,
    resolve: answer => resolve(answer as T),
    socket,
    id: socket.ask({
      peer,
      take: message => takeAnswer(open, message, read),
      fail: error => open.fail(brokenSocket(peer, error)),
    }),
    bytes: nothing,
    sent: 0,
    wait: roundTrip.wait,
    startedAt: 0,
    giveUpAt: deadline,
    last: false,
    nonsense: false,
    done: false,
    inFlight: false,
    timer: undefined,
    flight: undefined,
    onAbort: () => open.fail(givenUp(peer, signal)),
    fail(error) {
      if (open.done) return
      end(open)
      reject(error)
    },
  }
  signal?.addEventListener('abort', open.onAbort, { once: true })
  asking.open.add(open.fail)
  try {
    open.bytes = write(open.id)
    begin(open)
  } catch (error) {
    open.fail(error as Error)
  }
  return promise
}
