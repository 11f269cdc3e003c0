import { byColumns, byLines, cliParser, shape, type CliCells, type CliParser } from '@linecard/driver-kit/cli'
import { comware } from './parse-comware.ts'

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
  (read: (text: string) => CliCells[]) =>
  (text: string): CliCells[] =>
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
      row: /^(?:Interface|Aggregate) (?<port>\S+) is (?<oper>up|down)(?=[\s,;(]|$)/i,
      within: [
        /^ Admin state is (?<admin>\w+)(?=[\s,;(]|$)/,
        /^ Description: (?<descr>\S.*)/,
        /^ Hardware: .*MAC Address: (?<mac>\S+)/,
        /^ (?<duplex>Full|Half)-duplex/,
        /^ Speed (?<speed>\d+ [MG]b)\/s/,
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

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { procurve, 'aruba-cx': cx, comware }
