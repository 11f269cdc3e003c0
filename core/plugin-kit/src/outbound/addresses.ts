import { BlockList, isIPv4 } from 'node:net'
import { canonicalAddress } from '../addresses.ts'

/**
 * Addresses at which clouds give credentials and settings to any program of a machine, in canonical form.
 * Those at link-local addresses, such as 169.254.169.254, are refused with the whole range.
 */
export const metadataAddresses: ReadonlySet<string> = new Set([
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS, credentials of pods
  'fd20:ce::254', // Google
  '100.100.100.200', // Alibaba
  '192.0.0.192', // Oracle
  '168.63.129.16', // Azure
])

type Subnet = readonly [network: string, bits: number]
function blockList(subnets: readonly Subnet[]): BlockList {
  const list = new BlockList()
  for (const [network, bits] of subnets) list.addSubnet(network, bits, isIPv4(network) ? 'ipv4' : 'ipv6')
  return list
}

/** Ranges of RFC 6890 that name no single host of the Internet, and those that embed another address. */
const never = blockList([
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fe80::', 10],
  ['ff00::', 8],
])
const privateRanges = blockList([
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['::1', 128],
  ['fc00::', 7],
  ['fec0::', 10],
])

/**
 * Why the service does not connect to an address. Null if it may. `text` is an address as it was resolved.
 */
export function refusalOf(text: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  const address = canonicalAddress(text)
  if (address === null) return 'it is not an address'
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  if (metadataAddresses.has(address)) return 'a cloud keeps credentials there'
  const isPrivate = privateRanges.check(address, family)
  if (isPrivate) return allowPrivate ? null : 'it is in a private network'
  return never.check(address, family) ? 'it is no address of a host' : null
}
