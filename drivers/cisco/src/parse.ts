import { byColumns, byLines, cliParser, radlanParsers, shape, type CliParser } from '@linecard/driver-kit/cli'

/** Words for the state of a port. The name column before the state can contain the same words. */
const states = [
  'connected|notconnect(?:ed)?|notconnec|disabled|err-disabled|errdisabled|errDisabled',
  'err-vlans|inactive|monitoring|suspended|suspnd|suspndPM|sfpAbsent|sfpInvali|xcvrAbsen',
  'xcvrInval|noOperMem|channelDo|linkFlapE|down|up|faulty|routed|trunk',
].join('|')
const statusTable = byLines({
  row: [
    new RegExp(
      [
        String.raw`^(?<port>(?!Tunnel)[A-Z][a-z]*\d\S*)\s(?<descr>.*\S)?\s+(?<state>${states})\s+`,
        String.raw`(?:\d{1,4}|routed|trunk\S*|unassigned|f-path|none|--)\s+`,
        String.raw`(?<duplex>\S+)\s+(?<speed>\S+)(?:\s.*)?$`,
      ].join(''),
      'i',
    ),
    /^(?<port>Tunnel\d+)\s{1,12}(?<descr>.{18})\s(?<oper>connected|down)\s/,
    /^(?<port>fc\S+) is (?<oper>up|down)/,
  ],
})
/** Joins the heading with its text, which is in the next line. */
const described = (text: string): string => text.replace(/^System Description: *\n/gm, 'System Description: ')
const neighbour = {
  within: [
    /^Local (?:Intf|Port id): (?<port>.+)/,
    /^Port id: (?<id>.+)/,
    /^Port Description: (?<descr>.+)/,
    /^System Name: (?<name>.+)/,
    /^System Description: (?<about>.+)/,
    /^(?:\s+IP|Management Address): (?<address>[\d.]+)/,
  ],
}
const vlanTable = byColumns({
  columns: ['vlan', 'name', null, 'ports'],
  joins: ',',
  ruler: /^-{4} -{20,} -{9} -+$/,
  to: /^VLAN Type/,
})
const bridge = [
  shape('*{vlan} {} {mac} {type:dynamic|static} {port}'),
  shape('*{vlan} {mac} {type} {port}'),
  shape('*{mac} {type} {vlan} {port}'),
  shape('*{vlan} {mac} {type:dynamic|static} {:ip\\S*|ipx\\S*|assigned\\S*|other|-+} {port}'),
  shape('*{vlan} {mac} {type:dynamic|static} {:yes|no} {:\\d+|-|n/a|~+} {port...}'),
  shape('*{vlan} {mac} {type:dynamic|static} {:yes|no} {port?}'),
  shape('*{mac} {type} {vlan} {port} {:\\d+}'),
]
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

const ios: readonly CliParser[] = [
  cliParser('fdb', /^show mac[ -]address-table/, byLines({ row: bridge, to: /^Multicast Entries/i })),
  cliParser(
    'arp',
    /^show (?:ip )?arp$/,
    byLines({ row: shape('{:internet} {ip} {:-|\\d+} {mac:\\S+} {:\\w+} {port?}') }),
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
      row: /^(?<port>[A-Z]\S+) is (?<state>administratively down|\w+), line protocol is (?<oper>\w+)/,
      within: [
        /^  Hardware is .*, address is (?<mac>\S+)/,
        /^  Description: (?<descr>.*)/,
        /^  (?<duplex>Full|Half)[ -]duplex, (?<speed>\d+[GM]?)b/i,
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
        /^[Cc]isco (?<model>[\w-]+)\b.* with /,
        /^Processor board ID (?<serial>[^\s,]+)/,
        /^Base ethernet MAC Address\s+: (?<mac>\S+)/i,
      ],
    }),
  ),
  tdr,
]

const nxos: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^show mac address-table/,
    byLines({ row: [shape('*{vlan} {mac} {type} {:-|\\d+|~+} {:\\w} {:\\w} {port...}'), ...bridge] }),
  ),
  cliParser('arp', /^show ip arp/, byLines({ row: shape('{ip} {} {mac} {port} {:.*?}') })),
  cliParser('vlans', /^show vlan(?: brief)?$/, vlanTable),
  cliParser('lldp', /^show lldp neighbors detail$/, text =>
    byLines({ row: /^Chassis id: (?<chassis>\S.*)$/, ...neighbour })(described(text)),
  ),
  cliParser('lldp', /^show lldp neighbors$/, text =>
    byLines({
      above: /^(?<name>\S+)\s*$/,
      row: [
        /^(?<name>\S+)\s+(?<port>(?:Eth|mgmt)\S+)\s+\d+\s+(?:\S+\s+)?(?<id>\S+)$/,
        /^\s+(?<port>(?:Eth|mgmt)\S+)\s+\d+\s+(?:\S+\s+)?(?<id>\S+)$/,
      ],
    })(text.replace(/ +$/gm, '')),
  ),
  cliParser('ports', /^show interface status$/, statusTable),
  cliParser(
    'ports',
    /^show interface description$/,
    byLines({
      row: [
        /^(?<port>(?:Eth|mgmt|port|Vlan|Lo)\S*\d\S*)\s+(?:eth\s+)?(?<speed>10|100|1000|\d+G|auto)\s+(?<descr>\S.*)$/,
        /^(?<port>(?:mgmt|port-channel|Vlan|loopback|Tunnel|nve|Po|Lo)\d\S*)\s+(?<descr>\S.*)$/i,
      ],
    }),
  ),
  cliParser(
    'ports',
    /^show interface brief$/,
    byLines({
      row: [
        /^(?<port>(?:Eth|Po)\S*)\s+\S+\s+(?:eth|fabric)\s+\S+\s+(?<oper>up|down)\s.*\s(?<speed>(?:a-)?\d+G?|auto)\(\w\)/,
        /^(?<port>mgmt\S+)\s+\S+\s+(?<oper>up|down)\s+\S+\s+(?<speed>\d+|--)\s+\d+$/,
        /^(?<port>(?:Vlan|Tunnel|nve)\d\S*)\s+\S+\s+(?<oper>up|down)\b/,
        /^(?<port>Lo\d\S*)\s+(?<oper>up|down)\s+(?<descr>\S.*)$/,
        /^(?<port>(?:mti|pw|nve)\d\S*)\s+(?<oper>up|down)\b/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^show version$/,
    byLines({
      row: /^\s+(?:NXOS|system|kickstart): +version (?<version>\S+)/,
      within: [
        /^\s+cisco (?:Nexus\s?\d*\s+)?(?<model>(?!Nexus)\S+)(?: \(.*\))? Chassis|^\s+cisco (?:Nexus\d* |N\dK-)(?<model>\S+) \(/i,
        /^\s+Processor Board ID (?<serial>\S+)/,
        /^\s+Device name: (?<name>\S+)/,
      ],
    }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = {
  ios,
  'nx-os': nxos,
  'small-business': radlanParsers,
}
