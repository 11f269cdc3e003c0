import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/** What the system says where IPv6 is off or no route leads there. */
const reasons: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'it has no address of this kind',
  EAFNOSUPPORT: 'it does not have this kind of address',
  ENETUNREACH: 'it has no route there',
  EHOSTUNREACH: 'it has no route there',
  EACCES: 'its firewall forbids it',
  EPERM: 'its firewall forbids it',
}

/**
 * Why this machine cannot send to an address; null: it can. Asks the routing table alone: a UDP socket is
 * connected and nothing is sent. fping takes a machine without IPv6 for a silent device.
 */
export function noRoute(ip: string): Promise<string | null> {
  const family = isIPv6(ip) ? 'IPv6' : 'IPv4'
  return new Promise(resolve => {
    const socket = createSocket(family === 'IPv6' ? 'udp6' : 'udp4')
    const done = (error: NodeJS.ErrnoException | null) => {
      socket.close()
      resolve(
        error &&
          `${reasons[error.code ?? ''] ?? error.code ?? error.message}${family === 'IPv6' ? '; IPv6 may be switched off' : ''}`,
      )
    }
    socket.on('error', done)
    // Port 9 is discard (RFC 863); it is never sent to.
    socket.connect(9, ip, ((error?: Error) => done((error as NodeJS.ErrnoException) ?? null)) as () => void)
  })
}
