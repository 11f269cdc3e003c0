import type { DeviceError } from '@linecard/driver-kit'
import { createWaitingLine } from '../waiting/line.ts'
import type { Patience } from './patience.ts'
import { ask, type Asking, givenUp, type ReadAnswer, type WriteRequest } from './question.ts'
import { createRoundTrip, type RoundTripMemory } from './round-trip.ts'
import type { Peer } from './socket.ts'
import type { SnmpStats } from './types.ts'

/** Sends one datagram at a time to one device, repeats it, and gives what `read` makes of the answer. */
export interface Exchange {
  <T>(write: WriteRequest, read: ReadAnswer<T>, patience: Patience): Promise<T>
  readonly stats: SnmpStats
  close(error: DeviceError): void
}

/** An exchange that knows how long its device takes. */
export interface DeviceExchange extends Exchange {
  readonly roundTrip: RoundTripMemory
}

const never = new AbortController().signal

export interface ExchangeOptions {
  /** The time-out of the access profile, ms. */
  timeoutMs: number
  /** No request is repeated. */
  single?: boolean
  /** What earlier connections have learnt. */
  roundTrip?: Partial<RoundTripMemory> | null | undefined
}

export function createExchange(peer: Peer, options: ExchangeOptions): DeviceExchange {
  const { timeoutMs, single = false } = options
  const line = createWaitingLine()
  const roundTrip = createRoundTrip(timeoutMs, options.roundTrip)
  const state: Asking = {
    peer,
    timeoutMs,
    single,
    roundTrip,
    closed: undefined,
    open: new Set(),
    socket: undefined,
    repeated: undefined,
  }
  peer.late = id => {
    if (state.repeated?.id !== id) return
    roundTrip.spurious(state.repeated.ms)
    state.repeated = undefined
  }
  let busy = false

  const exchange = async <T>(write: WriteRequest, read: ReadAnswer<T>, patience: Patience): Promise<T> => {
    const { signal = never } = patience
    if (busy)
      await line.join(signal).catch((reason: unknown) => {
        throw signal.aborted ? givenUp(peer, signal) : reason
      })
    busy = true
    let held = true
    const freed = () => {
      if (held) busy = line.next()
      held = false
    }
    try {
      if (signal.aborted) throw givenUp(peer, signal)
      if (state.closed) throw state.closed
      const rest = patience.budget?.courtesy?.wait(signal)
      if (rest)
        await rest.catch(() => {
          throw givenUp(peer, signal)
        })
      if (state.closed) throw state.closed
      return await ask(state, write, read, patience, freed)
    } finally {
      freed()
    }
  }
  return Object.assign(exchange, {
    stats: peer.stats,
    roundTrip: roundTrip.memory,
    close(error: DeviceError) {
      if (state.closed) return
      state.closed = error
      for (const fail of state.open) fail(error)
      state.socket?.leave(peer)
    },
  })
}
