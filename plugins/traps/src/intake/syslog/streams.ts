import { createServer, type Server, type Socket } from 'node:net'
import { canonicalAddress } from '@linecard/plugin-kit'
import type { Sender } from '../senders.ts'

/** Octets of one message that are kept; more of it is read and left out. */
export const mostOctets = 8192
/** The longest message whose end is waited for. */
const mostCounted = 1024 * 1024
const [lineFeed, zero, space] = [0x0a, 0x00, 0x20]

const isDigit = (octet: number) => octet >= 0x30 && octet <= 0x39

/**
 * The messages in a stream of TCP (RFC 6587): each with its length before it (`72 <34>1 …`), or ended by LF
 * or NUL. It keeps no more than the beginning of one message.
 */
export class Framing {
  #state: 'start' | 'count' | 'counted' | 'line' = 'start'
  /** The length as far as it was read; then the octets that still come. */
  #left = 0
  #parts: Buffer[] = []
  #octets = 0

  /** The messages that end in the next octets. Null: they have no end: close the stream. */
  push(chunk: Buffer): Buffer[] | null {
    const found: Buffer[] = []
    let at = 0
    while (at < chunk.length) {
      const octet = chunk[at]!
      if (this.#state === 'start') {
        if (octet === lineFeed || octet === zero) at++
        else {
          this.#state = isDigit(octet) ? 'count' : 'line'
          this.#left = 0
        }
      } else if (this.#state === 'count') {
        if (octet === space && this.#left > 0) this.#state = 'counted'
        else if (!isDigit(octet)) return null
        else this.#left = this.#left * 10 + octet - 0x30
        if (this.#left > mostCounted) return null
        at++
      } else if (this.#state === 'counted') {
        const part = chunk.subarray(at, at + this.#left)
        this.#keep(part)
        at += part.length
        this.#left -= part.length
        if (this.#left === 0) this.#end(found)
      } else {
        const end = endOf(chunk, at)
        this.#keep(chunk.subarray(at, end))
        this.#left += end - at
        if (this.#left > mostCounted) return null
        if (end < chunk.length) this.#end(found)
        at = end + 1
      }
    }
    return found
  }

  /** A message has begun and not ended. */
  get open(): boolean {
    return this.#state !== 'start'
  }

  /** A line that came without an end before the stream was closed. */
  rest(): Buffer | null {
    return this.#state === 'line' && this.#octets > 0 ? Buffer.concat(this.#parts) : null
  }

  #keep(part: Buffer): void {
    const free = mostOctets - this.#octets
    if (free <= 0 || part.length === 0) return
    // A copy: a part of a chunk would keep the whole of it.
    const kept = Buffer.from(part.subarray(0, free))
    this.#parts.push(kept)
    this.#octets += kept.length
    // A stream of single octets must not become thousands of buffers.
    if (this.#parts.length > 64) this.#parts = [Buffer.concat(this.#parts)]
  }

  #end(found: Buffer[]): void {
    if (this.#octets > 0) found.push(Buffer.concat(this.#parts))
    this.#parts = []
    this.#octets = 0
    this.#state = 'start'
  }
}

function endOf(chunk: Buffer, from: number): number {
  let at = from
  while (at < chunk.length && chunk[at] !== lineFeed && chunk[at] !== zero) at++
  return at
}

/** Connections of one address; how long one may be silent; how long one message may take; ms. */
const [mostOfOne, idleMs, messageMs] = [8, 300_000, 30_000]
/** A stream waits so long while too many messages wait to be stored, ms. */
const pausedMs = 1000

export interface StreamsOptions {
  address: string
  port: number
  connections: number
  /** Whether the address may connect at all. */
  known(address: string): boolean
  /** The sender of a message that may be read. */
  admit(address: string): Sender | null
  malformed(address: string): void
  full(): boolean
  take(message: Buffer, sender: Sender): void
  failed(error: Error): void
}

/** The TCP server for syslog. */
export interface Streams {
  readonly server: Server
  readonly open: () => number
  close(): void
}

export function openStreams(options: StreamsOptions): Streams {
  const sockets = new Set<Socket>()
  const byAddress = new Map<string, number>()

  const onSocket = (socket: Socket) => {
    const address = canonicalAddress(socket.remoteAddress ?? '')
    const count = address === null ? 0 : (byAddress.get(address) ?? 0)
    socket.on('error', () => undefined)
    if (address === null || !options.known(address) || count >= mostOfOne) {
      if (address !== null) options.admit(address)
      return void socket.destroy()
    }
    byAddress.set(address, count + 1)
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      const left = byAddress.get(address)! - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
    readStream(socket, address, options)
  }
  const server = createServer({ noDelay: true }, onSocket)
  server.maxConnections = options.connections
  server.on('error', options.failed)
  server.listen({ port: options.port, host: options.address })
  return {
    server,
    open: () => sockets.size,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function readStream(socket: Socket, address: string, { admit, malformed, full, take }: StreamsOptions): void {
  const framing = new Framing()
  // A message that never ends must not keep the connection, whatever drips in.
  let slow: NodeJS.Timeout | null = null
  const began = () => (slow ??= setTimeout(() => socket.destroy(), messageMs).unref())
  const ended = () => {
    if (slow) clearTimeout(slow)
    slow = null
  }
  const handle = (message: Buffer) => {
    const sender = admit(address)
    if (sender) take(message, sender)
  }
  socket.setTimeout(idleMs, () => socket.destroy())
  socket.on('data', chunk => {
    const messages = framing.push(chunk as Buffer)
    if (messages === null) {
      malformed(address)
      return void socket.destroy()
    }
    if (messages.length > 0) ended()
    for (const message of messages) handle(message)
    if (framing.open) began()
    else ended()
    // TCP makes the sender wait, and nothing is lost.
    if (full()) {
      socket.pause()
      setTimeout(() => socket.resume(), pausedMs).unref()
    }
  })
  socket.on('end', () => {
    const rest = framing.rest()
    if (rest) handle(rest)
  })
  socket.on('close', ended)
}
