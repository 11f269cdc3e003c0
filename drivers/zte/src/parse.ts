import { byColumns, byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'

const zxr10: readonly CliParser[] = [
  cliParser('fdb', /^show mac(?: table)?$/, byLines({ row: shape('{mac} {vlan} {port} {type} {:.*}') })),
  cliParser('arp', /^show arp/, text =>
    byLines({
      row: /^(?<ip>\d+(?:\.\d+){3})\s+\S+\s+(?<mac>[\da-f.]{14})\s+(?<port>\S+)\s+(?<vlan>\d+|N\/A)\s/,
      within: /^\s{30,}(?<rest>\.\d+)(?=[\s,;(]|$)/,
    })(text).map(({ port = '', rest = '', ...row }) => ({ ...row, port: port + rest })),
  ),
  cliParser(
    'ports',
    /^show interface brief/,
    byColumns({
      columns: ['port', null, 'duplex', 'speed', 'admin', 'oper', null, 'descr'],
      titles: ['Interface', 'Attribute', 'Mode', 'BW', 'Admin', 'Phy', 'Prot', 'Description'],
    }),
  ),
  cliParser(
    'ports',
    /^show interface\b/,
    byLines({
      row: /^(?<port>\S+) is (?<state>administratively down|\w+),\s+ifindex/,
      within: [
        /^  Description: (?<descr>.*)/,
        /^  Hardware is .*, address is (?<mac>\S+)/,
        /^  BW (?<speed>[\d.]+ [GM])bit/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^show version/,
    byLines({
      row: [
        /^ZTE \S+ Software, Version:\s*(?:(?<model>\S+) )?(?<version>V\S+?),/,
        /^(?<model>ZXR10 \S+) Software, Version (?<version>[^,]+),/,
      ],
    }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { zxr10 }
