import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { brand } from '@linecard/driver-kit'
import { refusalOf } from './addresses.ts'

/** Where the service may connect to. */
export interface OutboundRules {
  /** Also connect to private networks and this machine. Addresses of cloud metadata stay refused. */
  allowPrivate: boolean
}

/** The service does not connect to this host. The message names the host and the reason. */
export class OutboundRefused extends Error {
  static {
    brand(this, 'OutboundRefused')
  }
  readonly code = 'OUTBOUND_REFUSED'
  constructor(host: string, reason: string) {
    super(`${host} is not asked: ${reason}`)
    this.name = 'OutboundRefused'
  }
}

/**
 * Resolves a name once and gives out only addresses that may be asked, so the connection goes to an address
 * that was checked: a name that means another address a moment later gains nothing.
 */
export const checkedLookup =
  (rules: OutboundRules): LookupFunction =>
  (host, options, callback) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const refusals = found.map(({ address }) => refusalOf(address, rules))
      const allowed = found.filter((_, index) => refusals[index] === null)
      if (allowed.length === 0)
        return callback(new OutboundRefused(host, refusals[0] ?? 'it has no address'), '', 0)
      if (options.all) return callback(null, allowed)
      callback(null, allowed[0]!.address, allowed[0]!.family)
    })
  }

/** An address in place of a name is not resolved, so it is checked before the connection. */
export function assertAddress(host: string, rules: OutboundRules): void {
  const bare = host.replace(/^\[|\]$/g, '')
  const reason = isIP(bare) === 0 ? null : refusalOf(bare, rules)
  if (reason !== null) throw new OutboundRefused(bare, reason)
}

type CreateConnection = http.Agent['createConnection']

/** Agents for `http` and `https` whose connections all pass the rules, also those after a redirect. */
export function outboundAgents(rules: OutboundRules): {
  http: http.Agent
  https: https.Agent
  /** Destroys all sockets of both, also those in use. */
  close(): void
} {
  const lookup = checkedLookup(rules)
  const guarded = <A extends http.Agent>(agent: A): A => {
    const connect = agent.createConnection.bind(agent)
    const checked: CreateConnection = (options, callback) => {
      assertAddress(String(options.host ?? ''), rules)
      return connect({ ...options, lookup }, callback)
    }
    return Object.assign(agent, { createConnection: checked })
  }
  const plain = guarded(new http.Agent({ keepAlive: true, maxSockets: 50 }))
  const secure = guarded(new https.Agent({ keepAlive: true, maxSockets: 50 }))
  return {
    http: plain,
    https: secure,
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}
