import { byColumns, byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'
import { cdp, described, fdbLines, fdbMore, neighbour, statusTable, vlanTable } from './parse-common.ts'

/** Catalyst prints one line for each pair. Only the first line has the name of the port. */
export const tdr = cliParser(
  'cable',
  /^show cable-diagnostics tdr/,
  byLines({
    row: [
      /^(?<port>[A-Z]\S*\d\S*)\s+\S+\s+Pair (?<pair>[A-D])\s+(?<length>N\/A|\d+\s*\+\/-\s*\d+\s*\w+)\s+(?:Pair [A-D]|N\/A)\s+(?<status>\S.*)/,
      /^\s+Pair (?<pair>[A-D])\s+(?<length>N\/A|\d+\s*\+\/-\s*\d+\s*\w+)\s+(?:Pair [A-D]|N\/A)\s+(?<status>\S.*)/,
    ],
    holds: ['port'],
  }),
)

/** IOS and IOS XE. */
export const ios: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^show mac[ -]address-table/,
    byLines({ row: fdbLines, more: fdbMore, to: /^Multicast Entries/i }),
  ),
  cliParser(
    'arp',
    /^show (?:ip )?arp$/,
    byLines({
      row: [
        shape('{:internet} {ip} {} {mac:\\S+} {} {port?}'),
        // A port of a private VLAN.
        shape('{:internet} {ip} {} {mac:\\S+} {} {port} {:pv\\s+\\d+}'),
      ],
    }),
  ),
  cliParser('vlans', /^show vlan(?:-switch)?(?: brief)?$/, vlanTable),
  cliParser('lldp', /^show lldp neighbors \S*\s?detail$/, text =>
    byLines({ row: /^Chassis id: (?<chassis>\S.*)$/, above: /^Local Intf: (?<port>\S+)/, ...neighbour })(
      described(text),
    ),
  ),
  cliParser(
    'lldp',
    /^show lldp neighbors$/,
    byColumns({
      columns: ['name', 'port', null, null, 'id'],
      titles: ['Device ID', 'Local Intf', 'Hold-time', 'Capability', 'Port ID'],
      to: /^Total entries/,
      exact: true,
    }),
  ),
  cdp,
  cliParser('ports', /^show interfaces? status$/, statusTable),
  cliParser(
    'ports',
    /^show interfaces? description$/,
    byColumns({
      columns: ['port', 'state', 'oper', 'descr'],
      titles: ['Interface', 'Status', 'Protocol', 'Description'],
    }),
  ),
  cliParser(
    'ports',
    /^show interfaces?(?: [A-Z]\w*\s?[\d/.]+)?(?: \| include line protocol is)?$/,
    byLines({
      row: /^(?<port>[A-Z]\S+) is (?<state>administratively down|\w+), line protocol is (?<oper>\w+)(?=[\s,;(]|$)/,
      within: [
        /^  Hardware is .*, address is (?<mac>\S+)/,
        /^  Description: (?<descr>.*)/,
        /^  (?<duplex>Full|Half)(?:-| )duplex, (?<speed>\d+[GM]?)b/i,
      ],
    }),
  ),
  cliParser(
    'system',
    /^show version$/,
    byLines({
      row: /^(?:Cisco )?(?:IOS Software|IOS[ -]XR Software|IOS \(tm\)|Internetwork Operating System Software).*\bVersion (?<version>[^\s,[]+)|^IOS \(tm\) .*Version (?<version>[^\s,]+)/,
      within: [
        /^(?<name>\S+) uptime is/,
        /^[Cc]isco (?<model>\S+) (?:.* )?with /,
        /^Processor board ID (?<serial>[^\s,]+)/,
        /^Base ethernet MAC Address\s+: (?<mac>\S+)/i,
      ],
    }),
  ),
  tdr,
]
