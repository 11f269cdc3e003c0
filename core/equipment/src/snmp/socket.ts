/**
 * UDP sockets that all devices share: a few descriptors for any number of devices. The id of a message finds
 * the question that it answers, and the answer must come from the address and port that was asked.
 */
import { randomFillSync } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { Malformed, Reader } from './ber.ts'
import type { SnmpStats } from './types.ts'

export type Family = 4 | 6

/** An agent's address, and the counters of its datagrams. */
export interface Peer {
  family: Family
  address: string
  port: number
  stats: SnmpStats
  /** An answer came to a question of this id, which is not open any more. */
  late?: (id: number) => void
}

/** An open question. If `take` throws, the message counts as malformed and the question stays open. */
export interface Question {
  peer: Peer
  take(message: Message): void
  /** The socket is broken. */
  fail(error: Error): void
}

/** A message, read up to the place where its version decides what follows. */
export interface Message {
  bytes: Buffer
  version: number
  id: number
  reader: Reader
}

/** A socket with its open questions. */
export interface SnmpSocket {
  /** It is closed or could not be opened. */
  dead: boolean
  /** Devices that use it. */
  peers: number
  /** Questions without an answer. */
  readonly open: number
  /** Opens a question under a new random id of 31 bits. */
  ask(question: Question): number
  end(id: number): void
  send(bytes: Buffer, peer: Peer, done: (error: Error | null) => void): void
  join(peer: Peer): void
  leave(peer: Peer): void
  /** Closes a socket that is not shared. */
  close(): void
}

/** Linux gives what `net.core.rmem_max` allows. Other systems refuse a size that is too large. */
const receiveBuffers = [8 << 20, 2 << 20, 512 << 10]

const ids = new Uint32Array(256)
let nextId = ids.length
function randomId(): number {
  if (nextId === ids.length) {
    randomFillSync(ids)
    nextId = 0
  }
  return ids[nextId++]! & 0x7fff_ffff
}

/** The id is the request-id in SNMPv1 and v2c (RFC 1157 §4), the msgID in SNMPv3 (RFC 3412 §6). */
function readMessage(bytes: Buffer): Message {
  const reader = new Reader(bytes).enter(0x30)
  const version = reader.integer()
  const rest = reader.at
  const end = reader.end
  if (version === 3) reader.enter(0x30)
  else {
    reader.expect(0x04)
    reader.next()
    reader.at = reader.start
    reader.end = reader.stop
  }
  const id = reader.integer()
  reader.at = rest
  reader.end = end
  return { bytes, version, id, reader }
}

/** Devices by address and port, for datagrams that answer no question. */
type Peers = Map<string, Set<Peer>>
const nameOf = (address: string, port: number) => `${address} ${port}`

function countStray(peers: Peers, from: RemoteInfo, lateId?: number): void {
  for (const peer of peers.get(nameOf(from.address, from.port)) ?? [])
    if (lateId === undefined) peer.stats.malformed++
    else {
      peer.stats.late++
      peer.late?.(lateId)
    }
}

function receive(questions: Map<number, Question>, peers: Peers, bytes: Buffer, from: RemoteInfo): void {
  let question: Question | undefined
  try {
    const message = readMessage(bytes)
    question = questions.get(message.id)
    if (!question) return countStray(peers, from, message.id)
    const { peer } = question
    if (from.port !== peer.port || from.address !== peer.address) {
      peer.stats.dropped_foreign++
      return
    }
    peer.stats.received_bytes += bytes.length
    question.take(message)
  } catch (error) {
    if (!(error instanceof Malformed))
      return question?.fail(error instanceof Error ? error : new Error(String(error)))
    if (question) question.peer.stats.malformed++
    else countStray(peers, from)
  }
}

function enlargeReceiveBuffer(socket: Socket): void {
  for (const size of receiveBuffers) {
    try {
      return socket.setRecvBufferSize(size)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SOCKET_BUFFER_SIZE') throw error
    }
  }
}

/** Opens a socket with the largest receive buffer that the system gives. */
export function openSocket(family: Family): SnmpSocket {
  const questions = new Map<number, Question>()
  const peers: Peers = new Map()
  let listening = false
  let closed = false
  const udp = createSocket({
    type: family === 4 ? 'udp4' : 'udp6',
    // Addresses are numeric. Without this, each datagram would wait for the resolver.
    lookup: (host, _, done) => done(null, host, family),
  })
  udp.unref()
  udp.on('message', (bytes, from) => receive(questions, peers, bytes, from))
  udp.on('listening', () => {
    listening = true
    enlargeReceiveBuffer(udp)
  })
  udp.on('error', error => {
    // An error of a bound socket concerns one datagram; its question runs into the time-out.
    if (listening) return
    socket.dead = true
    for (const question of questions.values()) question.fail(error)
    questions.clear()
  })
  udp.bind(0)

  const socket: SnmpSocket = {
    dead: false,
    peers: 0,
    get open() {
      return questions.size
    },
    ask(question) {
      let id = randomId()
      while (id === 0 || questions.has(id)) id = randomId()
      questions.set(id, question)
      return id
    },
    end: id => {
      questions.delete(id)
    },
    send: (bytes, peer, done) => {
      if (!closed) udp.send(bytes, peer.port, peer.address, done)
    },
    join(peer) {
      socket.peers++
      const name = nameOf(peer.address, peer.port)
      const set = peers.get(name)
      if (set) set.add(peer)
      else peers.set(name, new Set([peer]))
    },
    leave(peer) {
      const name = nameOf(peer.address, peer.port)
      const set = peers.get(name)
      if (!set?.delete(peer)) return
      socket.peers--
      if (set.size === 0) peers.delete(name)
    },
    close() {
      if (closed) return
      closed = socket.dead = true
      questions.clear()
      udp.close()
    },
  }
  return socket
}

/** Devices on one socket before another one is opened, and the number of sockets: each has a large buffer. */
const devicesPerSocket = 64
const maxSockets = 8
const sockets: Record<Family, SnmpSocket[]> = { 4: [], 6: [] }

/** The shared socket with the fewest devices. */
export function sharedSocket(family: Family): SnmpSocket {
  const alive = sockets[family].filter(socket => !socket.dead)
  sockets[family] = alive
  let best: SnmpSocket | undefined
  for (const socket of alive) if (!best || socket.peers < best.peers) best = socket
  if (!best || (best.peers >= devicesPerSocket && alive.length < maxSockets))
    alive.push((best = openSocket(family)))
  return best
}
