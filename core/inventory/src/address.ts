import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { fail } from './errors.ts'

/**
 * An address in its one canonical form: IPv6 compressed, IPv4 written as IPv6 (`::ffff:a.b.c.d`) as IPv4.
 * Throws VALIDATION_ERROR; also for zones, which name an interface of this machine and not a device.
 */
export function canonicalIp(ip: string, path = 'ip'): string {
  if (isIP(ip) === 0 || ip.includes('%'))
    throw fail('INVENTORY_IP_INVALID', { ip: ip.slice(0, 60) }, [{ path, message: 'no IP address' }])
  return ipaddr.process(ip).toString()
}

/** AA:BB:CC:DD:EE:FF from any notation; empty stays empty. Throws VALIDATION_ERROR. */
export function canonicalMac(mac: string): string {
  if (mac === '') return ''
  const digits = mac.replace(/[:.\s-]/g, '')
  if (!/^[0-9a-f]{12}$/i.test(digits))
    throw fail('INVENTORY_MAC_INVALID', { mac: mac.slice(0, 60) }, [
      { path: 'mac', message: 'is not a MAC address' },
    ])
  return digits.toUpperCase().match(/../g)!.join(':')
}

/** A network as `address/prefix` without host bits. Throws VALIDATION_ERROR. */
export function canonicalNetwork(network: string): string {
  const [ip = '', prefix = '', ...more] = network.split('/')
  try {
    if (isIP(ip) === 0 || ip.includes('%') || !/^\d{1,3}$/.test(prefix) || more.length > 0) throw new Error()
    const kind = ip.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4
    const base = kind.networkAddressFromCIDR(`${ip}/${Number(prefix)}`)
    return `${base.toString()}/${Number(prefix)}`
  } catch {
    throw fail('INVENTORY_NETWORK_INVALID', { network: network.slice(0, 60) }, [
      { path: 'networks', message: 'no network' },
    ])
  }
}
