import { byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'

/** Removes leading zeros: `01` and `1` are the same port. */
const bare = <T extends { [cell: string]: string }>(rows: readonly T[]) =>
  rows.map(row => (row['port'] ? { ...row, port: row['port'].replace(/^0+(?=\d)/, '') } : row))

/** Pairs of a port; one row for the whole cable on older models. */
export const cable: CliParser<'cable'> = cliParser('cable', /^cable_diag ports/, text =>
  byLines({
    above: /^\s*(?<port>\d+(?::\d+)?)\s+(?:\S+)\s+Link (?:Up|Down)\s+Pair/,
    row: [
      /^\s*(?<port>\d+(?::\d+)?)\s+\S+\s+Link (?:Up|Down)\s+(?<status>OK|No Cable|Not Support|Unknown|Not Completed\S*|Shutdown|\S+(?: \S+)?)\s+(?<length>\d+|-)$/,
      /^\s*(?<port>\d+(?::\d+)?)\s+\S+\s+Link (?:Up|Down)\s+Pair ?(?<pair>\d)\s+(?<status>\w+(?: \w+)?)\s+at\s+(?<length>\d+)\s*M/,
      /^\s*Pair ?(?<pair>\d)\s+(?<status>OK|Open|Short|Open Short|Crosstalk|Unknown|Count\S*)\s+at\s+(?<length>\d+)\s*M/,
      /^\s*Pair ?(?<pair>\d)\s+(?<status>\w+(?: \w+)?)\s*$/,
    ],
  })(text),
)

const tables: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^show fdb$/,
    byLines({
      row: [
        /^\s*(?<vlan>\d{1,4})\s+\S.*?\s(?<mac>(?:[\da-f]{2}[:-]){5}[\da-f]{2})\s+(?<port>\S+)\s+(?<type>\w+)(?=[\s,;(]|$)/i,
      ],
    }),
  ),
  cliParser('fdb', /^show (?:fdb port \S+|smac)$/, text =>
    bare(
      byLines({
        above: /^(?:STATIC|DYNAMIC) MAC.*(?<type>LIST)(?=[\s,;(]|$)/,
        row: shape('{:\\d+} {port} {vlan} {mac}'),
      })(text).map(row => ({ ...row, type: /^show fdb|DYNAMIC MAC/m.test(text) ? 'dynamic' : 'static' })),
    ),
  ),
  cliParser('arp', /^show arpentry/, byLines({ row: shape('{port} {ip} {mac} {}') })),
  cliParser('arp', /^debug info$/, byLines({ row: shape('{ip} {mac} ARPA {port} {}') })),
  cliParser(
    'vlans',
    /^show vlan$/,
    byLines({
      row: [/^\s*VID\s+: (?<vlan>\d+)\s+VLAN Name\s+: ?(?<name>\S*)/i, /^VLAN_ID:(?<vlan>\d+)(?=[\s,;(]|$)/],
      within: [
        /^VLAN name:(?<name>\S+)/i,
        /^(?:Current )?Tagged Ports\s*:\s*(?<tagged>\S.*)/i,
        /^(?:Current )?Untagged Ports\s*:\s*(?<untagged>\S.*)/i,
        /^Member Ports\s*:\s*(?<ports>\S.*)/i,
        /^MEMBER:(?<ports>.*)/,
        /^TAG PORT:(?<tagged>.*)/,
        /^UNTAG PORT:(?<untagged>.*)/,
      ],
    }),
  ),
  cliParser('lldp', /^show lldp remote_ports(?: mode normal)?$/, text =>
    byLines({
      above: /^Local Port (?<port>\d\S*)$/,
      row: /^\s*Entity (?:index\s*:\s*)?\d+/i,
      within: [
        /^\s*Chassis ID\s*: (?<chassis>\S.*)/i,
        /^\s+Port ID\s*: (?<id>\S.*)/i,
        /^Port ID\s*: (?<id>\S.*)/i,
        /^\s*Port Description\s*: (?<descr>\S.*)/i,
        /^\s*System Name\s*: (?<name>\S.*)/i,
        /^\s*System Description\s*: (?<about>\S.*)/i,
      ],
      // The local port and the port of the neighbour have the same label. A line of dashes follows the local
      // port.
    })(text.replace(/^(?:Local )?Port ID *: (\d\S*) *\n-{20}/gm, 'Local Port $1\n')),
  ),
  cliParser('ports', /^show ports(?: all)?$/, text =>
    bare(
      byLines({
        row: [
          /^\s*(?<port>\d+)\s+(?:Auto|\d+M \w+|Disable)\s+\w+\s+\w+\s+(?:(?<oper>Down)|(?<speed>\d+M) (?<duplex>\w+))$/,
          /^\s*(?<port>\d+(?::\d+)?)(?:\s?\([CF]\))?\s+(?<admin>Enabled|Disabled)\s+\S+\s+(?:(?<oper>Link ?Down)|(?<speed>\d+[MG])\/(?<duplex>\w+)\/\S+)\s/,
        ],
      })(text),
    ).map(row => (row['oper'] ? row : { ...row, oper: 'up' })),
  ),
  cliParser(
    'system',
    /^show switch$/,
    byLines({
      row: [/^(?:Device Type|Product Name)\s*:\s*(?<model>D[EGX]S-\S+)/, /^System name\s+: ?(?<name>\S*)$/],
      within: [
        /^(?:System )?(?:Firmware Version|firmware version)\s*:\s*(?:Build )?(?<version>\S+)/,
        /^(?:System )?Serial Number\s*:\s*(?<serial>[^\s(]+)/i,
        /^MAC Address\s*:\s*(?<mac>\S+)/i,
        /^System Name\s*:\s*(?<name>\S+)/,
      ],
    }),
  ),
]
const managed = [...tables, cable]

/** Industry-like console: DGS-1510, DGS-3610. `GigabitEthernet 0/5` is one name with a space. */
const port = '{port:[a-z]+\\s[\\d/]+|\\S+}'
const smart: readonly CliParser[] = [
  cliParser('fdb', /^show mac[ -]address-table/, byLines({ row: shape(`{vlan} {mac} {type} ${port}`) })),
  cliParser(
    'arp',
    /^show arp/,
    byLines({ row: shape(`{:internet} {ip} {:\\d+|--?} {mac} {:arpa} {port:[a-z]+\\s\\d+|\\S+}`) }),
  ),
  cliParser(
    'lldp',
    /^show lldp neighbor-information$/,
    byLines({
      above: /^Lldp neighbor-information of port \[(?<port>[^\]]+)\]/i,
      row: /^\s+Neighbor index\s+:/,
      within: [
        /^\s+Chassis ID\s+: (?<chassis>\S.*)/,
        /^\s+System name\s+: (?<name>\S.*)/,
        /^\s+System description\s+: (?<about>\S.*)/,
        /^\s+Management address\s+: (?<address>[\da-f.:-]+)(?=[\s,;(]|$)/i,
        /^\s+Port ID\s+: (?<id>\S.*)/,
        /^\s+Port description\s+: (?<descr>\S.*)/,
      ],
    }),
  ),
  cliParser(
    'ports',
    /^show interfaces status$/,
    byLines({ row: shape(`${port} {oper:up|down} {:\\d+|routed|trunk} {duplex} {speed} {}`) }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = {
  managed,
  'web-managed': managed,
  'dgs-1100': managed,
  'dgs-3100': tables,
  smart,
}
