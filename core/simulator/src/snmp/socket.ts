import { type RemoteInfo, type Socket, createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Behaviour } from './behaviour.ts'

/** Longest time for which an answer waits for the next one. */
const maxHoldMs = 30

/** The client may have closed its socket before an answer arrives. A device ignores that. */
const ignoreLostPeer = () => undefined

/** Opens a UDP socket. Rejects with address and reason if that fails. */
export function bind(ip: string, port: number): Promise<Socket> {
  // An IP address needs no resolver. The default one costs a turn of the event loop for every datagram.
  const [type, family] = isIPv6(ip) ? (['udp6', 6] as const) : (['udp4', 4] as const)
  const socket = createSocket({ type, lookup: (host, _options, done) => done(null, host, family) })
  return new Promise((resolve, reject) => {
    socket.once('error', error =>
      reject(new Error(`cannot listen on ${ip}:${port}: ${error.message}`, { cause: error })),
    )
    socket.bind(port, ip, () => {
      socket.removeAllListeners('error')
      socket.on('error', ignoreLostPeer)
      resolve(socket)
    })
  })
}

const closed = (socket: Socket) =>
  new Promise<void>(resolve => {
    socket.close(() => resolve())
  })

/** Sends answers with the faults of the behaviour: late, cut, twice, out of order, from a wrong port. */
export function createDatagramSender(socket: Socket, ip: string, behaviour: () => Behaviour) {
  const timers = new Set<NodeJS.Timeout>()
  let other: Promise<Socket> | undefined
  let held: (() => void) | undefined
  let stopped: Promise<unknown> | undefined

  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  const send = async (reply: Buffer, { port, address }: RemoteInfo) => {
    const { wrongSource, cut, duplicate } = behaviour()
    const from = wrongSource ? await (other ??= bind(ip, 0)) : socket
    const octets = cut === undefined ? reply : reply.subarray(0, cut)
    if (stopped) return
    for (let copies = duplicate ? 2 : 1; copies > 0; copies--)
      from.send(octets, port, address, ignoreLostPeer)
  }
  const dispatch = (reply: Buffer, peer: RemoteInfo) => {
    const before = held
    held = undefined
    if (!behaviour().reorder || before) {
      void send(reply, peer).then(() => before?.())
      return
    }
    const release = () => {
      void send(reply, peer)
    }
    held = release
    later(maxHoldMs, () => {
      if (held !== release) return
      held = undefined
      release()
    })
  }
  return {
    send(reply: Buffer, peer: RemoteInfo) {
      const { delayMs } = behaviour()
      if (delayMs) later(delayMs, () => dispatch(reply, peer))
      else dispatch(reply, peer)
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      await (stopped ??= Promise.all([closed(socket), other?.then(closed)]))
    },
  }
}
