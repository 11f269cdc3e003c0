import { DeviceError } from '@linecard/driver-kit'
import { backoff, maxBackoff, patienceMs, Silent, untilTimeout, type Patience } from './patience.ts'
import { brokenSocket, unreachable } from './peer.ts'
import type { RoundTrip } from './round-trip.ts'
import { type Message, type Peer, type SnmpSocket, sharedSocket } from './socket.ts'

export type WriteRequest = (id: number) => Buffer
export type ReadAnswer<T> = (message: Message, id: number) => T

/** A timer that fires so late shows that this process was away: busy, or without a processor. */
const awayMs = 50
/** How much of that time is given back at once, and how often for one datagram. */
const [mostAwayMs, mostExcuses] = [2_000, 3]
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
  /** When its wait runs out, and how often time was given back. */
  dueAt: number
  excuses: number
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
  // A timer may fire a millisecond early, and a wait that the deadline ends must not be taken for silence.
  const ms = Math.max(1, open.last ? Math.ceil(rest) + 1 : next)
  if (open.inFlight && ms > flightMs) open.flight = setTimeout(landed, flightMs, open)
  open.dueAt = now + ms
  open.excuses = 0
  open.timer = setTimeout(runOut, ms, open)
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

/**
 * The wait has run out. Time in which this process read nothing is no silence of the device: it is given
 * back, and what came meanwhile is read before the device is judged.
 */
function runOut(open: Open): void {
  const lateMs = performance.now() - open.dueAt
  if (lateMs < awayMs || open.excuses++ === mostExcuses) return void setImmediate(expire, open)
  const moreMs = Math.min(lateMs, mostAwayMs)
  open.dueAt = performance.now() + moreMs
  open.giveUpAt = Math.min(open.patience.deadline, open.giveUpAt + lateMs + moreMs)
  open.timer = setTimeout(runOut, moreMs, open)
}

function expire(open: Open): void {
  if (open.done) return
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
    dueAt: 0,
    excuses: 0,
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
