import { byLines, cliParser, radlanParsers, shape, type CliParser } from '@linecard/driver-kit/cli'

/** OmniSwitch AOS, releases 6 to 8. */
const aos: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^show mac-(?:address-table|learning)/,
    byLines({
      row: [shape('*{vlan} {mac} {type} {} {} {port}'), shape('{:vlan} {vlan} {mac} {type} {} {port}')],
    }),
  ),
  cliParser(
    'vlans',
    /^show vlan$/,
    byLines({
      row: [
        shape(`{vlan} {} ${'{:on|off} '.repeat(8)}{name...}`),
        shape(`{vlan} {} ${'{:on|off} '.repeat(6)}{} {:on|off} {:on|off} {name...}`),
        shape('{vlan} {} {:ena|dis} {:ena|dis} {:ena|dis} {:\\d+} {name...}'),
      ],
    }),
  ),
  cliParser(
    'vlans',
    /^show vlan (?:\d+ )?(?:port|members)$/,
    byLines({ row: [shape('{vlan} {untagged} {:default} {}'), shape('{vlan} {tagged} {:qtagged} {}')] }),
  ),
  cliParser(
    'lldp',
    /^show lldp (?:\S+ )?remote-system/,
    byLines({
      above: /^Remote LLDP .*\bLocal (?:Slot\/)?Port\s+(?<port>[\d/]+):?$/,
      row: /^\s+Chassis (?<chassis>\S+), Port (?<id>.+):$/,
      within: [
        /^\s+Port Description\s+= (?<descr>.*),$/,
        /^\s+System Name\s+= (?<name>.*),$/,
        /^\s+System Description\s+= (?<about>.*?),?$/,
        /^\s+Management IP Address\s+= (?<address>[^,]+),?$/,
      ],
    }),
  ),
  cliParser(
    'ports',
    /^show interfaces (?:alias|port)$/,
    byLines({
      row: /^\s*(?<port>[\d/]+)\s+(?<admin>\w+)\s+(?<oper>up|down)\s+(?:\S+\s+){1,5}"(?<descr>[^"]*)"$/,
    }),
  ),
  cliParser(
    'ports',
    /^show interfaces status$/,
    byLines({
      row: [
        shape('{port:\\d+(?:/\\d+)+} {admin:en|dis} {:en|dis} {speed} {duplex} {} {} {} {} {} {} {} {}'),
        shape('{port:\\d+/\\d+} {:enable|disable} {speed} {duplex} {} {} {} {} {}'),
      ],
    }),
  ),
  cliParser(
    'ports',
    /^show interfaces(?: ethernet)?$/,
    byLines({
      row: /^(?:Chassis\/Slot\/Port\s*:?|Slot\/Port)\s+(?<port>[\d/]+)(?=[\s,;(]|$)/,
      within: [
        /^\s*Operational Status\s*:\s*(?<oper>\w+)(?=[\s,;(]|$)/,
        /^\s*MAC address\s*:\s*(?<mac>[\da-f:]+)(?=[\s,;(]|$)/i,
        /^\s*BandWidth \(Megabits\)\s*:\s*(?<speed>\S+?),?\s+Duplex\s*:\s*(?<duplex>\w+)(?=[\s,;(]|$)/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^show system$/,
    byLines({
      row: /^System:/,
      within: [
        /^\s+Description:\s+(?:\S+ ){0,3}(?<model>OS\S+)(?: \S+)? (?<version>\d\S+)/,
        /^\s+Name:\s+(?<name>.*?),?$/,
      ],
    }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { aos, 'omnistack-ls': radlanParsers }
