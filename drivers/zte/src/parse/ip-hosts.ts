import { parseMac } from '@linecard/driver-kit/codecs'

/** An IP host of an ONU in `show gpon remote-onu ip-host`. `0.0.0.0` is no address. */
export interface IpHost {
  id: number
  mac: string | null
  ip: string | null
  mask: string | null
  gateway: string | null
  dns: readonly [string | null, string | null]
}

const address = (text: string | undefined): string | null =>
  text !== undefined && /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text !== '0.0.0.0' ? text : null

/** Blocks of `name: value`, each of which begins with `Host ID:`. */
export function readIpHosts(text: string): IpHost[] {
  const blocks: Map<string, string>[] = []
  for (const line of text.split('\n')) {
    const at = line.indexOf(':')
    if (at <= 0) continue
    const name = line.slice(0, at).trim().toLowerCase()
    if (name === 'host id') blocks.push(new Map())
    blocks.at(-1)?.set(name, line.slice(at + 1).trim())
  }
  return blocks.flatMap(block => {
    const id = block.get('host id') ?? ''
    if (!/^\d{1,3}$/.test(id)) return []
    return [
      {
        id: Number(id),
        mac: parseMac(block.get('mac address') ?? ''),
        ip: address(block.get('current ip address')),
        mask: address(block.get('current mask')),
        gateway: address(block.get('current gateway')),
        dns: [address(block.get('current primary dns')), address(block.get('current second dns'))],
      },
    ]
  })
}
