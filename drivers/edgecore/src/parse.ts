import { byColumns, byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'

/** The port name `Eth 1/ 5` contains spaces. */
const port = '{port:(?:eth|trunk|unit)\\s*[\\d/]+(?:/\\s*\\d+)?|\\S+}'
const found: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^show mac-address-table/,
    byLines({
      row: [
        shape(`${port} {mac} {vlan} {type:\\S+(?:\\s\\S+)?}`),
        shape(`${port} {mac} {vlan} {type} {:.*}`),
        shape(`*{vlan} {mac} {type} {} ${port}`),
      ],
    }),
  ),
  cliParser(
    'arp',
    /^show arp/,
    byLines({
      row: [
        shape('{ip} {mac} {:dynamic|static|other|local} {port:vlan\\s*\\d+|\\S+}'),
        shape('{ip} {mac} {port} {} {:.*}'),
      ],
    }),
  ),
  cliParser('vlans', /^show vlan/, text =>
    byLines({
      row: [
        /^VLAN ID\s*:\s*(?<vlan>\d+)(?=[\s,;(]|$)/,
        /^\s*(?<vlan>\d{1,4})\s+(?:Static|Dynamic)\s+(?<name>\S*)\s+(?:Active|Suspended)\s*(?<ports>Eth.*)?$/,
        /^\s?(?<vlan>\d{1,4})\s+(?<name>\S+)\s+Static\s+ENET\s*(?<ports>\S.*)?$/,
      ],
      within: [/^Name\s*:\s*(?<name>\S.*)/, /^Ports\/Port Channels\s*:\s*(?<ports>\S.*)/],
      more: /^\s{15,}(?<ports>(?:Eth|Trunk)\S*.*)$/,
      // The port name `Eth1/ 5` contains a space; remove it.
    })(text.replace(/\/ (?=\d)/g, '/')),
  ),
  cliParser(
    'lldp',
    /^show lldp info remote-device$/,
    byColumns({ columns: ['port', 'chassis', 'id', 'name'] }),
  ),
  cliParser(
    'ports',
    /^show int(?:erfaces?)? statu?s?\b/,
    byLines({
      row: [
        /^Information of (?<port>\S.*)$/,
        /^\s*(?<port>[A-Za-z]\S*\d) is (?<state>administratively down|\w+), line protocol is (?<oper>\w+)(?=[\s,;(]|$)/,
      ],
      within: [
        /^\s+MAC Address\s*:\s*(?<mac>\S+)/i,
        /^\s+Name\s*:\s*(?<descr>.*)/,
        /^\s+Port Admin\s*:\s*(?<admin>\w+)(?=[\s,;(]|$)/i,
        /^\s*Link Status\s*:\s*(?<oper>\w+)(?=[\s,;(]|$)/i,
        /^\s+(?:Operation )?Speed-duplex\s*:\s*(?<speed>\d+\w*)(?=[\s,;(]|$)/i,
        /^\s+Hardware is .*address is (?<mac>\S+)/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^show version/,
    byLines({
      row: [
        /^\s*(?:Unit ?(?:ID)?\s*:?\s*\d|Unit1|Serial Number\s*:\s*(?<serial>\S*))/i,
        /^\s+(?<model>ES\S+) Device, Compiled/,
      ],
      within: [
        /^\s*Serial Number\s*:\s*(?<serial>\S+)/i,
        /^\s*Operation Code Version\s*:\s*(?<version>\S+)/i,
        /^\s*SoftWare (?:Package )?Version\s+(?:\S+_|Vco\.)?(?<version>\d\S*)/i,
        /^\s*Device serial number\s+(?<serial>\S+)/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^show system/,
    byLines({
      row: /^\s*System Description\s*:\s*(?:.* )?(?<model>E[CS]\S+)?/i,
      within: [/^\s*System Name\s*:\s*(?<name>\S.*)/, /^\s*MAC Address(?: \(Unit ?1\))?\s*:\s*(?<mac>\S+)/i],
    }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { switch: found }
