import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { StartError } from '../start-error.ts'
import type { App } from './app.ts'
import { errorBody, refusal } from './errors.ts'
import { safeId } from './plugins/identity.ts'

/** The listening socket. It stays while the application behind it is replaced. */
export interface Listener {
  /** Binds the socket and returns its URL. @throws StartError if the port or the address cannot be used */
  listen(host: string, port: number): Promise<string>
  /** Hands all new requests to `next`. */
  swap(next: Pick<App, 'handle'>): void
  /** Accepts nothing new, waits `graceMs` at most for open requests, then closes the rest. */
  close(graceMs: number): Promise<void>
}

const listenFailures: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use by another process: stop it or set LINECARD_PORT',
  EACCES: 'this user may not use that port: take one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address: correct LINECARD_HOST',
  ENOTFOUND: 'the host name is unknown: correct LINECARD_HOST',
}

/** Time in which a refused client can read its answer. */
const lingerMs = 1_000

/** Answers on the bare socket what is no valid HTTP: such a request has no route. */
function refuseInvalid(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const { type, body } = errorBody(refusal(status), crypto.randomUUID(), '/', false)
  const head = [
    `HTTP/1.1 ${status} Refused`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end([...head, '', body].join('\r\n'))
  // The client can send on for ever, because only it can close its half of the connection.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Answers a request whose `Expect` is not 100-continue (RFC 9110, 10.1.1). Node's own answer has no body. */
function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const id = safeId(request.headers['x-request-id']) ?? crypto.randomUUID()
  const { type, body } = errorBody(refusal(417), id, '/', false)
  response.writeHead(417, { 'content-type': type, 'x-request-id': id, connection: 'close' }).end(body)
}

/**
 * Time limits for the headers and for the whole request (uploads), and how often they are checked, in ms.
 */
const timeLimits = { headersTimeout: 20_000, requestTimeout: 300_000, connectionsCheckingInterval: 5_000 }

/** @param limits for tests: shorter ones than the usual */
export function createListener(first: Pick<App, 'handle'>, limits = timeLimits): Listener {
  let app = first
  const server: Server = createServer({ ...limits, keepAliveTimeout: 65_000 }, (request, response) =>
    app.handle(request, response),
  )
  server.on('clientError', refuseInvalid)
  server.on('checkExpectation', refuseExpectation)

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
      app = next
    },
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
