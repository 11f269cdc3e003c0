import { byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'

const zynos: readonly CliParser[] = [
  cliParser('fdb', /^show mac address-table/, byLines({ row: shape('{port} {vlan:\\d+} {mac} {type}') })),
  cliParser(
    'arp',
    /^show ip arp/,
    byLines({
      row: [
        shape('{:\\d+} {ip} {mac} {port:\\d+} {} {}'),
        shape('{:\\d+} {ip} {mac} {vlan:\\d+} {port} {} {}'),
      ],
    }),
  ),
  cliParser(
    'vlans',
    /^show vlan \d+$/,
    byLines({
      row: /^\s*802\.1Q VLAN ID\s*: (?<vlan>\d+)(?=[\s,;(]|$)/,
      within: /^\s*Name\s*:(?<name>.*)/,
      more: [/^\s*(?<untagged>\d+)\s+Untagged$/, /^\s*(?<tagged>\d+)\s+Tagged$/],
    }),
  ),
  cliParser('ports', /^show interfaces \S+$/, text =>
    byLines({
      row: /Port NO\.\s*:(?<port>\d+)(?=[\s,;(]|$)/,
      within: [
        /^\s*Link\s*:(?<oper>Down)(?=[\s,;(]|$)/i,
        /^\s*Link\s*:(?<speed>\d\S*?)(?:\/(?<duplex>\w))?\s*$/,
      ],
    })(text).map(row => (row['speed'] ? { ...row, oper: 'up' } : row)),
  ),
  cliParser(
    'system',
    /^show system-information$/,
    byLines({
      row: /^(?:Product Model\s*:\s*(?<model>\S+)|System Name\s*:\s*(?<name>\S*))/,
      within: [
        /^Product Model\s*:\s*(?<model>\S+)/,
        /^System Name\s*:\s*(?<name>\S+)/,
        /^Ethernet Address\s*:\s*(?<mac>\S+)/,
        /^ZyNOS F\/W Version\s*:\s*V?(?<version>[^\s|]+)/,
      ],
    }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { zynos }
