import { SocketAddress, isIP } from 'node:net'
import { DeviceError } from '@linecard/driver-kit'
import type { Peer } from './socket.ts'
import type { SnmpStats } from './types.ts'

/** @throws DeviceError BadArgument */
export function parsePeer(ip: string, port: number, stats: SnmpStats): Peer {
  const address = ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  const family = isIP(address)
  if (family === 0) throw new DeviceError('BadArgument', `"${ip}" is not an IP address.`)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new DeviceError('BadArgument', `${port} is not a UDP port.`)
  // It is compared with the address that the socket reports, so it needs the same notation. A zone stays.
  const [plain = address, zone] = address.split('%')
  const normal = new SocketAddress({ address: plain, family: family === 6 ? 'ipv6' : 'ipv4' }).address
  return {
    family: family === 6 ? 6 : 4,
    address: zone === undefined ? normal : `${normal}%${zone}`,
    port,
    stats,
  }
}

/** Errors of a send that say that the address itself cannot be reached. */
export const unreachable = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EINVAL',
])

export const brokenSocket = ({ address }: Peer, cause: Error): DeviceError =>
  new DeviceError('DeviceUnreachable', `No UDP socket can reach ${address}: ${cause.message}.`, { cause })
