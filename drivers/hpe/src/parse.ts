import { byColumns, byLines, cliParser, shape, type Cells, type CliParser } from '@linecard/driver-kit/cli'

/** Fields of `key : value` blocks, by the heading that the console gives them. */
const procurveNeighbour = {
  row: /^\s+Local Port\s+: (?<port>\S+)/,
  within: [
    /^\s+Chassis ?Id\s+: (?<chassis>\S.*)/i,
    /^\s+PortId\s+: (?<id>\S.*)/,
    /^\s+SysName\s+: (?<name>\S.*)/,
    /^\s+System Descr\s+: (?<about>\S.*)/,
    /^\s+PortDescr\s+: (?<descr>\S.*)/,
    /^\s+Address\s+: (?<address>[\d.]+)$/,
  ],
}
/** `1000FDx`, `10GigFD`: the mode of a port. */
const withMode =
  (read: (text: string) => Cells[]) =>
  (text: string): Cells[] =>
    read(text).map(({ mode, ...row }) =>
      mode === undefined
        ? row
        : {
            ...row,
            speed: mode.replace(/Gig/, 'G '),
            duplex: /FD/.test(mode) ? 'full' : /HD/.test(mode) ? 'half' : '',
          },
    )

const procurve: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^show mac-address/,
    byLines({ row: [shape('{mac} {port} {vlan}'), shape('{mac} {port}'), shape('{mac} {vlan} {port}')] }),
  ),
  cliParser('arp', /^show arp/, byLines({ row: shape('{ip} {mac} {:dynamic|static|permanent} {port?}') })),
  cliParser(
    'vlans',
    /^show vlans?$/,
    byLines({
      row: /^\s{1,3}(?<vlan>\d{1,4})\s+(?<name>[^|]*[^\s|])[\s|]+(?:Port-based|Dynamic|Protocol|Static)\b/,
    }),
  ),
  cliParser('lldp', /^show lldp info remote-device(?: (?:[A-Z]?\d\S*|detail))$/i, byLines(procurveNeighbour)),
  cliParser(
    'lldp',
    /^show lldp info remote-device$/,
    byColumns({ columns: ['port', 'chassis', 'id', 'descr', 'name'] }),
  ),
  cliParser(
    'ports',
    /^show interfaces? status/,
    withMode(byColumns({ columns: ['port', 'descr', 'oper', null, 'mode', null, null, null] })),
  ),
  cliParser(
    'ports',
    /^show interfaces? brief/,
    withMode(byColumns({ columns: ['port', null, null, 'admin', 'oper', 'mode'], to: /^\s+\* / })),
  ),
  cliParser(
    'system',
    /^show system(?: information)?$/,
    byLines({
      row: /^\s+System Name\s+: (?<name>\S+)/,
      within: [
        /^\s+Software revision\s+: (?<version>\S+)(?:\s+Base MAC Addr\s+: (?<mac>\S+))?/,
        /^\s+Base MAC Addr\s+: (?<mac>\S+)/,
        /^.*Serial Number\s+: (?<serial>\S+)/,
      ],
    }),
  ),
  cliParser('system', /^walkMIB sysDescr$/, text =>
    byLines({
      row: /(?:(?<=J\d{4}[A-Z] )Switch |\b)(?<model>\d{3,4}\S*|[A-Z]?\d{4}\S*)(?: Blade)?(?: Switch)?, revision (?<version>\S+?), ROM/,
    })(text.replace(/\n/g, '').slice(0, 400)),
  ),
]

const cx: readonly CliParser[] = [
  cliParser(
    'lldp',
    /^show lldp neighbors?-info detail$/,
    byLines({
      row: /^Port\s+: (?<port>\S+)/,
      within: [
        /^Neighbor (?:Chassis|System)-Name\s+: (?<name>\S.*)/,
        /^Neighbor (?:Chassis|System)-Description\s+: (?<about>\S.*)/,
        /^Neighbor Chassis-ID\s+: (?<chassis>\S.*)/,
        /^Neighbor Management-Address\s+: (?<address>\S+)/,
        /^Neighbor Port-ID\s+: (?<id>\S.*)/,
        /^Neighbor Port-Desc\s+: (?<descr>\S.*)/,
      ],
    }),
  ),
  cliParser(
    'ports',
    /^show interface$/,
    byLines({
      row: /^(?:Interface|Aggregate) (?<port>\S+) is (?<oper>up|down)/i,
      within: [
        /^ Admin state is (?<admin>\w+)/,
        /^ Description: (?<descr>\S.*)/,
        /^ Hardware: .*MAC Address: (?<mac>\S+)/,
        /^ (?<duplex>Full|Half)-duplex/,
        /^ Speed (?<speed>\d+ [MG]b)/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^show system$/,
    byLines({
      row: /^Hostname\s+: (?<name>\S+)/,
      within: [
        /^Product Name\s+: (?<model>\S.*)/,
        /^Chassis Serial Nbr\s+: (?<serial>\S+)/,
        /^Base MAC Address\s+: (?<mac>\S+)/,
        /^(?:Aruba|AOS|ArubaOS)-CX Version\s+: (?<version>\S+)/,
      ],
    }),
  ),
]

const comware: readonly CliParser[] = [
  cliParser('fdb', /^display mac-address/, byLines({ row: shape('{mac} {vlan} {type} {port} {}') })),
  cliParser(
    'arp',
    /^display arp/,
    byLines({
      row: [
        shape('{ip} {mac} {vlan} {port:[A-Z]\\S*} {} {:[SDAIRM]}'),
        shape('{ip} {mac} {vlan} {port:[A-Z]\\S*} {:[SDAIRM]}'),
      ],
    }),
  ),
  cliParser('vlans', /^display vlan all$/, text =>
    byLines({
      row: /^\s*VLAN ID: (?<vlan>\d+)/,
      within: [/^\s*Name: (?<name>\S.*)/],
      more: [
        /^\s*Tagged\s+Ports:\s*(?<tagged>\S.*)/i,
        /^\s*Untagged\s+Ports:\s*(?<untagged>\S.*)/i,
        /^T (?<tagged>.*)/,
        /^U (?<untagged>.*)/,
      ],
    })(markedLists(text)),
  ),
  cliParser(
    'vlans',
    /^display vlan brief$/,
    byColumns({ columns: ['vlan', 'name', 'ports'], titles: ['VLAN ID', 'Name', 'Port'], joins: ',' }),
  ),
  cliParser('lldp', /^display lldp neighbor-information list$/, text =>
    /^System Name\s+Local Interface/m.test(text)
      ? byColumns({
          columns: ['name', 'port', 'chassis', 'id'],
          titles: ['System Name', 'Local Interface', 'Chassis ID', 'Port ID'],
        })(wrapped(text))
      : byColumns({
          columns: ['port', 'chassis', 'id', 'name'],
          titles: ['Local Interface', 'Chassis ID', 'Port ID', 'System Name'],
        })(text),
  ),
  cliParser(
    'lldp',
    /^display lldp neighbor(?:-information)?(?: verbose)?$/,
    byLines({
      above: /^LLDP neighbor-information of port \d+\s?\[(?<port>[^\]]+)\]/,
      row: /^\s*(?:Neighbor index\s*:|LLDP neighbor index\s*:)/,
      within: [
        /^\s*Chassis ID\s*: (?<chassis>\S.*)/,
        /^\s*Port ID\s*: (?<id>\S.*)/,
        /^\s*Port description\s*: (?<descr>\S.*)/,
        /^\s*System name\s*: (?<name>\S.*)/,
        /^\s*System description\s*: (?<about>\S.*)/,
        /^\s*Management address\s*: (?<address>[\d.]+)/,
      ],
    }),
  ),
  cliParser(
    'ports',
    /^display interface brief/,
    byLines({
      row: [
        /^(?<port>[A-Z]\S*)\s+(?<state>UP|DOWN|ADM|Stby)\s+(?<speed>\S+)\s+(?<duplex>[AHF](?:\(a\))?|--|auto)\s+[ATH-]{1,2}\s+(?:\d+|--)(?:\s+(?<descr>\S.*))?$/,
        /^(?<port>[A-Z]\S*)\s+(?<state>UP|DOWN|ADM|Stby)\s+(?:UP|DOWN)\S*\s+(?:[\d.]{7,15}|--)(?:\s+(?<descr>\S.*))?$/,
        /^(?<port>[A-Z]\S*)\s+(?<state>UP|DOWN|ADM|Stby)\s+(?:(?:UP|DOWN)\S*|--)(?:\s+--)?$/,
      ],
    }),
  ),
  cliParser(
    'ports',
    /^display interface\b/,
    byLines({
      row: [
        /^\s?(?<port>[A-Z][\w-]*\d\S*)(?: current state: (?<state>.*))?$/,
        /^(?<port>(?:NULL|InLoopBack|Register-Tunnel)\S*)(?: current state: (?<state>.*))?$/,
      ],
      within: [
        /^\s*Current state: (?<state>.*)/,
        /^\s*Description: (?<descr>.*)/,
        /hardware address: (?<mac>\S+)/i,
        /^\s*(?<speed>\d+[MG])bps-speed mode ?, (?<duplex>full|half)-duplex mode/i,
        /^(?<speed>\d+[MG])b\/s, (?<duplex>Full|Half)-duplex/,
        /^\s*Speed : (?<speed>\d+[MG]?)/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^display version$/,
    byLines({
      row: [
        /Software Version 3Com OS V(?<version>\S+)/,
        /Comware .*Software, Version (?<version>\S+(?:, \S+ \S+)?)/,
      ],
      within: [/^(?:3Com |SuperStack \d )?(?:Switch |H3C |HPE? )(?<model>\S.*) uptime is/],
    }),
  ),
]

/** Marks each line of a list of ports with its letter, because the letter is only in the heading. */
function markedLists(text: string): string {
  let mark = ''
  return text
    .split('\n')
    .map(line => {
      const heading = /^\s*(Tagged|Untagged)\s+Ports:/i.exec(line)
      if (heading) mark = heading[1]![0]!.toUpperCase()
      else if (/:/.test(line) || line.trim() === '') mark = ''
      else if (mark !== '') return `${mark} ${line.trim().replace(/\s+/g, ',')}`
      return line
    })
    .join('\n')
}
/** A name of several lines continues at the beginning of the next line, which has no other text. */
function wrapped(text: string): string {
  return text
    .split('\n')
    .filter(line => !/^\S+$/.test(line.trimEnd()))
    .join('\n')
}

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { procurve, 'aruba-cx': cx, comware }
