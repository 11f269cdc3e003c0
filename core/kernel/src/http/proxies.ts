import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/schema.ts'
import { StartError } from '../start-error.ts'

const plain = (address: string) => address.replace(/%.*$/, '')

/**
 * Returns a check whether an address is one of the proxies whose `X-Forwarded-For` is believed. IPv4-mapped
 * addresses count as IPv4.
 * @throws StartError naming an entry that is neither address nor CIDR
 */
export function proxyCheck(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of proxies) {
    const [host = '', prefix, ...more] = entry.split('/')
    const family = isIP(host) === 6 ? 'ipv6' : 'ipv4'
    const bits =
      prefix === undefined
        ? family === 'ipv6'
          ? 128
          : 32
        : /^\d{1,3}$/.test(prefix)
          ? Number(prefix)
          : Number.NaN
    if (isIP(host) === 0 || more.length > 0 || !(bits >= 0 && bits <= (family === 'ipv6' ? 128 : 32))) {
      throw new StartError(
        `Config: "http.trusted_proxies" has "${entry}", ` +
          'which is neither an address nor a network such as 192.0.2.0/24',
      )
    }
    list.addSubnet(host, bits, family)
  }
  return address => {
    const kind = isIP(plain(address))
    return kind !== 0 && list.check(plain(address), kind === 6 ? 'ipv6' : 'ipv4')
  }
}

/** A Host header without its port and brackets. */
const nameOf = (host: string) =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase()

/**
 * Headers of proxies. From an unknown proxy, the socket's address is that of the proxy, not of the client.
 */
const forwarded = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'via',
] as const

/**
 * Why the address of a request without a key does not identify the caller. Null if it does. It does only if
 * there is no unknown proxy between, and if no foreign page makes a browser send the request: browsers are
 * inside of trusted networks.
 */
export function distrustOf({
  trusted_hosts: hosts,
  trusted_proxies: proxies,
}: Config['http']): (request: FastifyRequest) => string | null {
  const isProxy = proxyCheck(proxies)
  return request => {
    const { headers, ip } = request
    const peer = request.raw.socket.remoteAddress ?? ''
    if (isProxy(peer)) {
      if (headers['x-forwarded-for'] === undefined || isProxy(ip))
        return 'the proxy does not say for whom it asks (X-Forwarded-For)'
    } else if (forwarded.some(name => headers[name] !== undefined))
      return 'it came through a proxy that http.trusted_proxies does not name'
    // A page under a foreign name that resolves to this service looks like one of its own.
    // Such a page can also send X-Forwarded-Host.
    for (const host of [nameOf(headers.host ?? ''), nameOf(request.host)]) {
      if (isIP(host) === 0 && host !== 'localhost' && !hosts.includes(host))
        return 'http.trusted_hosts does not name the host it was sent to'
    }
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      return 'another site made the browser send it'
    const { origin } = headers
    if (
      origin !== undefined &&
      !(URL.canParse(origin) && new URL(origin).host === request.host.toLowerCase())
    )
      return 'another site made the browser send it'
    return null
  }
}
