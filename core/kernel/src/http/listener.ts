import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { StartError } from '../start-error.ts'
import type { App } from './app.ts'
import { errorBody, refusal } from './errors.ts'

/** The listening socket. It stays while applications come and go behind it. */
export interface Listener {
  /** Binds the socket. @throws StartError when the port is taken or the host is not ours */
  listen(host: string, port: number): Promise<string>
  /** From now on requests go to `next`. Gives the one before it, which may still be at work. */
  swap(next: App): App
  current(): App
  /** Accepts nothing new and waits for what is at work, at most `graceMs`; then closes what is left. */
  close(graceMs: number): Promise<void>
}

const listenFailures: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use by another process: stop it or set LINECARD_PORT',
  EACCES: 'this user may not use that port: take one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address: correct LINECARD_HOST',
  ENOTFOUND: 'the host name is unknown: correct LINECARD_HOST',
}

/** How long a refused client has to take its answer. */
const lingerMs = 1_000

/** Answers what is not even HTTP. The request never had a route, so it is answered on the bare socket. */
function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const { type, body } = errorBody(refusal(status), crypto.randomUUID(), '/', false)
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  // A client may take the answer and send on for ever: its half of the connection is its own to close.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/**
 * How long a client may take for its headers and for its whole request (uploads), and how often that is
 * looked at.
 */
const patience = { headersTimeout: 20_000, requestTimeout: 300_000, connectionsCheckingInterval: 5_000 }

/** @param slow other limits than the usual for slow clients, in ms */
export function createListener(first: Pick<App, 'handle'>, slow = patience): Listener {
  let app = first as App
  const server: Server = createServer({ ...slow, keepAliveTimeout: 65_000 }, (request, response) =>
    app.handle(request, response),
  )
  server.on('clientError', refuseGarbage)

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) => {
          reject(
            new StartError(
              `Cannot listen on ${host}:${port}: ${listenFailures[error.code ?? ''] ?? error.message}`,
              { cause: error },
            ),
          )
        })
        server.listen({ host, port }, () => {
          const {
            address,
            port: bound,
            family,
          } = server.address() as { address: string; port: number; family: string }
          resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`)
        })
      }),
    swap(next) {
      const old = app
      app = next
      return old
    },
    current: () => app,
    async close(graceMs) {
      if (!server.listening) return
      const closed = new Promise<void>(resolve => {
        server.close(() => resolve())
      })
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const late = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}
