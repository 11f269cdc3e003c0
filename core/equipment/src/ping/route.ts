import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/** Errors of the system if IPv6 is off or there is no route. */
const reasons: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'it has no address of this kind',
  EAFNOSUPPORT: 'it does not have this kind of address',
  ENETUNREACH: 'it has no route to it',
  EHOSTUNREACH: 'it has no route to it',
  EACCES: 'its firewall forbids it',
  EPERM: 'its firewall forbids it',
}

/**
 * Why this machine cannot send to an address; null if it can. It only asks the routing table: it connects a
 * UDP socket and sends nothing. Without this check, fping on a machine without IPv6 would report a silent
 * device.
 */
export function noRoute(ip: string): Promise<string | null> {
  const family = isIPv6(ip) ? 'IPv6' : 'IPv4'
  return new Promise(resolve => {
    const socket = createSocket(family === 'IPv6' ? 'udp6' : 'udp4')
    const done = (error: NodeJS.ErrnoException | null) => {
      socket.close()
      if (!error) return resolve(null)
      const hint = family === 'IPv6' ? '; IPv6 may be switched off' : ''
      resolve(`${reasons[error.code ?? ''] ?? error.code ?? error.message}${hint}`)
    }
    socket.on('error', done)
    // Port 9 is discard (RFC 863); nothing is sent to it.
    socket.connect(9, ip, ((error?: Error) => done((error as NodeJS.ErrnoException) ?? null)) as () => void)
  })
}
