import { parseMac } from '@linecard/driver-kit/codecs'

/** A row of `show ip dhcp-relay snooping binding all`. */
export interface Binding {
  mac: string
  ip: string
  /** Remaining lease time, seconds; null for a binding that an operator made. */
  remaining: number | null
  type: string
  vlan: number
  port: string
}

/** MAC, IP, lease, type, VLAN, on some firmware the inner VLAN, port. */
const cells = [
  String.raw`(?<mac>[\da-f]{2}(?::[\da-f]{2}){5})`,
  String.raw`(?<ip>\d{1,3}(?:\.\d{1,3}){3})`,
  String.raw`(?<lease>\d{1,10}|infinite)`,
  '(?<type>DHCP_SN|MANUAL)',
  String.raw`(?<vlan>\d{1,4})(?:\s+\d{1,4})?`,
  String.raw`(?<port>[a-z]\S{1,40})`,
]
const row = new RegExp(String.raw`^\s*${cells.join(String.raw`\s+`)}\s*$`, 'i')

export const parseBindings = (output: string): Binding[] =>
  output.split('\n').flatMap((line): Binding[] => {
    const found = row.exec(line)?.groups
    const mac = found && parseMac(found['mac']!)
    if (!mac) return []
    const manual = /^manual$/i.test(found['type']!)
    return [
      {
        mac,
        ip: found['ip']!,
        remaining: manual || !/^\d+$/.test(found['lease']!) ? null : Number(found['lease']),
        type: found['type']!.toUpperCase(),
        vlan: Number(found['vlan']),
        port: found['port']!,
      },
    ]
  })
