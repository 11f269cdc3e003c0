/**
 * UDP sockets shared by all devices: a handful of descriptors however many devices are asked, or are down.
 * Answers find their question by the id of the message and must come from the address and port that was
 * asked.
 */
import { type RemoteInfo, createSocket } from 'node:dgram'
import { randomFillSync } from 'node:crypto'
import { Malformed, Reader } from './ber.ts'
import type { SnmpStats } from './types.ts'

export type Family = 4 | 6

/** An address that is asked, and where its datagrams are counted. */
export interface Peer {
  family: Family
  address: string
  port: number
  stats: SnmpStats
}

/**
 * An open question. `take` reads what came with its id; a throw counts as malformed and leaves the question
 * open.
 */
export interface Question {
  peer: Peer
  take(message: Message): void
  /** The socket is broken. */
  fail(error: Error): void
}

/** A message up to the point where its version decides how to go on. */
export interface Message {
  bytes: Buffer
  version: number
  id: number
  reader: Reader
}

export interface Port {
  readonly dead: boolean
  /** Opens a question under a fresh random id, 31 bits. */
  ask(question: Question): number
  close(id: number): void
  send(bytes: Buffer, peer: Peer, done: (error: Error | null) => void): void
  join(peer: Peer): void
  leave(peer: Peer): void
  readonly peers: number
  /** Questions without answer yet. */
  readonly open: number
  /** Closes the socket; for one that is nobody else's. */
  shut(): void
}

/** Linux gives what `net.core.rmem_max` allows; other systems refuse too much, hence the steps. */
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

/** RFC 1157 §4 and RFC 3412 §6: for SNMPv1 and v2c the id is the request-id, for SNMPv3 the msgID. */
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

const key = (address: string, port: number) => `${address} ${port}`

/** Opens a socket with as large a receive buffer as the system gives. */
export function openPort(family: Family): Port {
  const questions = new Map<number, Question>()
  const peers = new Map<string, Set<Peer>>()
  let count = 0
  let dead = false
  let listening = false
  // Addresses are literals: without this, each datagram would wait a turn for the resolver.
  let shut = false
  const socket = createSocket({
    type: family === 4 ? 'udp4' : 'udp6',
    lookup: (host, _, done) => done(null, host, family),
  })
  socket.unref()

  const stray = (from: RemoteInfo, field: 'late' | 'malformed') => {
    for (const peer of peers.get(key(from.address, from.port)) ?? []) peer.stats[field]++
  }
  socket.on('message', (bytes, from) => {
    let question: Question | undefined
    try {
      const message = readMessage(bytes)
      question = questions.get(message.id)
      if (!question) return stray(from, 'late')
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
      else stray(from, 'malformed')
    }
  })
  socket.on('listening', () => {
    listening = true
    for (const size of receiveBuffers) {
      try {
        socket.setRecvBufferSize(size)
        break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SOCKET_BUFFER_SIZE') throw error
      }
    }
  })
  socket.on('error', error => {
    // Errors of a bound socket concern one datagram; that question runs into its time-out.
    if (listening) return
    dead = true
    for (const question of questions.values()) question.fail(error)
    questions.clear()
  })
  socket.bind(0)

  return {
    get dead() {
      return dead
    },
    get peers() {
      return count
    },
    get open() {
      return questions.size
    },
    ask(question) {
      let id = randomId()
      while (id === 0 || questions.has(id)) id = randomId()
      questions.set(id, question)
      return id
    },
    close: id => {
      questions.delete(id)
    },
    send: (bytes, peer, done) => {
      if (!shut) socket.send(bytes, peer.port, peer.address, done)
    },
    join(peer) {
      count++
      const at = key(peer.address, peer.port)
      const set = peers.get(at)
      if (set) set.add(peer)
      else peers.set(at, new Set([peer]))
    },
    leave(peer) {
      const at = key(peer.address, peer.port)
      const set = peers.get(at)
      if (!set?.delete(peer)) return
      count--
      if (set.size === 0) peers.delete(at)
    },
    shut() {
      if (shut) return
      shut = dead = true
      questions.clear()
      socket.close()
    },
  }
}

/** Devices on one socket before another is opened, and sockets at most: their receive buffers add up. */
const devicesPerPort = 64
const maxPorts = 8
const ports: Record<Family, Port[]> = { 4: [], 6: [] }

/** The socket with the fewest devices. */
export function portFor(family: Family): Port {
  const alive = ports[family].filter(port => !port.dead)
  ports[family] = alive
  let best: Port | undefined
  for (const port of alive) if (!best || port.peers < best.peers) best = port
  if (!best || (best.peers >= devicesPerPort && alive.length < maxPorts))
    alive.push((best = openPort(family)))
  return best
}
