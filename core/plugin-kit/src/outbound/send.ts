import http from 'node:http'
import https from 'node:https'
import { brand } from '@linecard/driver-kit'
import { outboundAgents, OutboundRefused, type OutboundRules } from './agents.ts'

/** One HTTP request. `method` is GET by default. */
export interface OutboundRequest extends OutboundRules {
  url: string
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** For the whole exchange with its redirects. */
  timeoutMs: number
  /** Largest answer, in octets. */
  maxBytes: number
  /** Ends the exchange before. */
  signal?: AbortSignal
  /** Most redirects that are followed, of GET only. 0: none. */
  redirects?: number
}

/**
 * An answer of any status, also of a redirect that was not followed. `text` is its body read as UTF-8, not
 * decompressed.
 */
export interface OutboundAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** The other side answered with something that is not taken. */
export class OutboundAnswerError extends Error {
  static {
    brand(this, 'OutboundAnswerError')
  }
  constructor(what: string) {
    super(what)
    this.name = 'OutboundAnswerError'
  }
}

async function textOf(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > maxBytes) throw new OutboundAnswerError('the answer is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Where a redirect leads. @throws OutboundRefused for another scheme, or from HTTPS to HTTP */
function locationOf(from: URL, location: string): URL {
  const to = URL.parse(location, from.href)
  if (!to || !/^https?:$/.test(to.protocol) || (from.protocol === 'https:' && to.protocol === 'http:'))
    throw new OutboundRefused(from.host, 'it redirects to an address that is not followed')
  return to
}

/**
 * One HTTP request to another machine. Every connection, also after a redirect, passes the outbound rules.
 * Headers are not sent to another origin.
 * @throws OutboundRefused, OutboundAnswerError, Error with the name TimeoutError or of the socket
 */
export async function sendOutbound(request: OutboundRequest): Promise<OutboundAnswer> {
  const { method = 'GET', headers = {}, body, timeoutMs, maxBytes, redirects = 0 } = request
  const agents = outboundAgents(request)
  const signal = AbortSignal.any([
    AbortSignal.timeout(timeoutMs),
    ...(request.signal ? [request.signal] : []),
  ])
  const exchange = (url: URL, sent: typeof headers): Promise<http.IncomingMessage> =>
    new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:'
      const agent = secure ? agents.https : agents.http
      const outgoing = (secure ? https : http).request(url, { method, headers: sent, agent, signal }, resolve)
      outgoing.once('error', reject).end(body)
    })
  try {
    let url = new URL(request.url)
    if (!/^https?:$/.test(url.protocol)) throw new OutboundRefused(url.host, 'it is not asked over HTTP')
    for (let followed = 0; ; followed++) {
      const sameOrigin = url.origin === new URL(request.url).origin
      const response = await exchange(url, sameOrigin ? headers : {})
      const { statusCode: status = 0, headers: answered } = response
      const isRedirect = [301, 302, 303, 307, 308].includes(status) && answered.location !== undefined
      if (!isRedirect || method !== 'GET' || redirects === 0)
        return { status, headers: answered, text: await textOf(response, maxBytes) }
      response.destroy()
      if (followed >= redirects) throw new OutboundAnswerError('the answer is one redirect too many')
      url = locationOf(url, answered.location!)
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    agents.close()
  }
}
