import { byColumns, byLines, cliParser, shape } from '@linecard/driver-kit/cli'

/** Words for the state of a port. The name column before the state can contain the same words. */
const states = [
  'connected|notconnect(?:ed)?|notconnec|disabled|err-disabled|errdisabled|errDisabled',
  'err-vlans|inactive|monitoring|suspended|suspnd|suspndPM|sfpAbsent|sfpInvali|xcvrAbsen',
  'xcvrInval|noOperMem|channelDo|linkFlapE|down|up|faulty|routed|trunk',
].join('|')

/** `show interfaces status`. */
export const statusTable = byLines({
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
    /^(?<port>fc\S+) is (?<oper>up|down)(?=[\s,;(]|$)/,
  ],
})
/** Joins the heading with its text, which is in the next line. */
export const described = (text: string): string =>
  text.replace(/^System Description: *\n/gm, 'System Description: ')
/** Lines about an LLDP neighbour. */
export const neighbour = {
  within: [
    /^Local (?:Intf|Port id): (?<port>.+)/,
    /^Port id: (?<id>.+)/,
    /^Port Description: (?<descr>.+)/,
    /^System Name: (?<name>.+)/,
    /^System Description: (?<about>.+)/,
    /^(?:\s+IP|Management Address): (?<address>[\da-f.:-]+)(?=[\s,;(]|$)/i,
  ],
}
/** Neighbours by CDP. The software of the neighbour stands below its heading. */
export const cdp = cliParser('lldp', /^show cdp neighbors detail$/, text =>
  byLines({
    row: /^Device ID: ?(?<chassis>\S.*)$/,
    within: [
      /^System Name: ?(?<name>\S+)/,
      /^\s+(?:IP|IPv4) address: (?<address>[\da-f.:-]+)(?=[\s,;(]|$)/i,
      /^Interface: (?<port>[^,\s]+),\s+Port ID \(outgoing port\):(?: (?<id>\S.*))?$/,
      /^Version : (?<about>\S.*)$/,
    ],
  })(text.replace(/^Version ?: *\n/gm, 'Version : ')).map(row => ({
    ...row,
    name: row['name'] ?? row['chassis'] ?? '',
  })),
)
/** `show vlan`. */
export const vlanTable = byColumns({
  columns: ['vlan', 'name', null, 'ports'],
  joins: ',',
  ruler: /^-{4} -{20,} -{9} -+$/,
  to: /^VLAN Type/,
})
/** Ports that do not fit into the line of their address. */
export const fdbMore = /^\s{20,}(?<port>[A-Z][\w/.:-]*(?:,\s?[A-Z][\w/.:-]*)*),?$/
/** Lines of `show mac address-table`, which differ by platform and version. */
export const fdbLines = [
  shape('*{vlan} {} {mac} {type:dynamic|static} {port}'),
  // The column that says whether the address is learned: a row without a port ends there.
  shape('*{vlan} {mac} {type:dynamic|static} {:yes|no} {port?}'),
  shape('*{vlan} {mac} {type} {port}'),
  shape('*{mac} {type} {vlan} {port}'),
  shape('*{vlan} {mac} {type:dynamic|static} {:ip\\S*|ipx\\S*|assigned\\S*|other|-+} {port}'),
  shape('*{vlan} {mac} {type:dynamic|static} {:yes|no} {:\\d+|-|n/?a|~+} {port...}'),
  shape('*{mac} {type} {vlan} {port} {:\\d+}'),
]
