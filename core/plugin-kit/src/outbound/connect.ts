import net from 'node:net'
import { assertAddress, checkedLookup, type OutboundRules } from './agents.ts'

/** Where a connection leads. `host` is a name or an IP address. */
export interface OutboundConnection extends OutboundRules {
  host: string
  port: number
  /** For the name and the connection together. */
  timeoutMs: number
}

/**
 * A TCP connection to another machine, under the outbound rules, for protocols that are not HTTP. Errors
 * after it are the caller's.
 * @throws OutboundRefused, Error of the socket, Error with the code ETIMEDOUT
 */
export function connectOutbound({
  host,
  port,
  timeoutMs,
  ...rules
}: OutboundConnection): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    assertAddress(host, rules)
    const socket = net.connect({ host, port, lookup: checkedLookup(rules) })
    const timer = setTimeout(() => {
      const late = new Error(`no connection to ${host} port ${port} within ${timeoutMs} ms`)
      socket.destroy(Object.assign(late, { code: 'ETIMEDOUT' }))
    }, timeoutMs)
    const settle = (how: () => void) => {
      clearTimeout(timer)
      socket.removeAllListeners('connect').removeAllListeners('error')
      how()
    }
    socket.once('connect', () => settle(() => resolve(socket)))
    socket.once('error', error => settle(() => reject(error)))
  })
}
