import { byColumns, byLines, cliParser, radlanParsers, shape, type CliParser } from '@linecard/driver-kit/cli'

const tagOf =
  (mark: 't' | 'u') =>
  (ports: string): string =>
    ports
      .split(/[\s,]+/)
      .filter(port => port.endsWith(`(${mark})`))
      .map(port => port.slice(0, -3))
      .join(',')

/** AlliedWare Plus. */
const plus: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^show mac address-table/,
    byLines({ row: shape('{vlan} {port} {mac} {:forward|discard|filter} {type}') }),
  ),
  cliParser('arp', /^show arp/, byLines({ row: shape('{ip} {mac} {port} {} {}') })),
  cliParser('vlans', /^show vlan/, text =>
    byColumns({ columns: ['vlan', 'name', null, null, 'members'], joins: ' ' })(text).map(
      ({ members = '', ...row }) => ({ ...row, tagged: tagOf('t')(members), untagged: tagOf('u')(members) }),
    ),
  ),
  cliParser(
    'ports',
    /^show interface\b/,
    byLines({
      row: /^Interface (?<port>\S+)/,
      within: [
        /^\s+Link is (?<oper>\w+), administrative state is (?<admin>\w+)(?=[\s,;(]|$)/,
        /^\s+Hardware is .*, address is (?<mac>\S+)/,
        /^\s+Description: (?<descr>.*)/,
        /^\s+current duplex (?<duplex>\w+), current speed (?<speed>\w+)(?=[\s,;(]|$)/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^show system$/,
    byLines({
      row: /^(?:Base|Chassis)\s+\d+\s+(?<model>\S+)\s+\S+\s+(?<serial>\S+)$/,
      within: [/^\s*Software version\s*:\s*(?<version>\S+)/, /^System Name\s*:?\s*$/],
      more: /^ (?<name>\S+)$/,
    }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = {
  'alliedware-plus': plus,
  'at-8000': radlanParsers,
}
