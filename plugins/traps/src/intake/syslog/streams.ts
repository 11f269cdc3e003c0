import { createServer, type Server, type Socket } from 'node:net'
import { canonicalAddress } from '@linecard/plugin-kit'
import type { Sender } from '../senders.ts'
import { Framing } from './framing.ts'

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
