import { byColumns, byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'

const vrp: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^display mac-address/,
    byLines({
      row: [
        shape('{mac} {vlan:\\d+(?:/\\S+)?} {port:[A-Za-z]\\S*} {type} {:.*}'),
        shape('{mac} {vlan:\\d+} {:\\S+} {:\\S+} {port:[A-Za-z]\\S*} {type} {}'),
        shape('{mac} {vlan:\\d+(?:/\\S+)?} {port} {type}'),
      ],
    }),
  ),
  cliParser(
    'arp',
    /^display arp(?: all| brief)?$/,
    byLines({
      row: [
        /^\s*(?<ip>\d+(?:\.\d+){3})\s+(?<mac>[\da-f]{4}-[\da-f]{4}-[\da-f]{4})\s+(?:\d+\s+)?(?:I -|[DSO][-F]?[\d-]{0,2}|\w{1,3})\s+(?<port>[A-Z]\S*)(?:\s+(?<vlan>\d{1,4})\/\S+\s*$)?/i,
      ],
      within: /^\s{10,}(?<vlan>\d{1,4})(?:\/\S+)?\s*$/,
    }),
  ),
  cliParser(
    'vlans',
    /^display vlan$/,
    byLines({
      row: [
        /^\s*(?<vlan>\d{1,4})\s+\*?(?:common|super|sub|mux|enable)\s+(?:enable|disable)\s+(?:enable|disable|forward)\b/,
        /^(?<vlan>\d{1,4})\s+common\s+(?:UT:\s?(?<untagged>\S.*)|TG:\s?(?<tagged>\S.*))$/,
        /^(?<vlan>\d{1,4})\s+common\s*$/,
      ],
      more: [/^\s+UT:\s?(?<untagged>\S.*)/, /^\s+TG:\s?(?<tagged>\S.*)/],
    }),
  ),
  cliParser(
    'vlans',
    /^display vlan all$/,
    byLines({ row: /^\s*VLAN ID: (?<vlan>\d+)(?=[\s,;(]|$)/, within: /^\s*Name: (?<name>\S.*)/ }),
  ),
  cliParser(
    'vlans',
    /^display vlan brief$/,
    byLines({
      row: [
        /^(?<vlan>\d{1,4})\s+(?<name>\S*)\s+(?:enable|disable)\s+UT: (?<untagged>\S.*)$/,
        /^(?<vlan>\d{1,4})\s+(?<name>\S*)\s+(?:enable|disable)\s+TG: (?<tagged>\S.*)$/,
      ],
    }),
  ),
  cliParser(
    'lldp',
    /^display lldp neighbor$/,
    byLines({
      above: /^(?<port>[A-Z]\S*) has \d+ neighbor/,
      row: /^Neighbor index\s*:/,
      within: [
        /^Chassis ID\s*:\s*(?<chassis>\S.*)/i,
        /^Port ID\s*:\s*(?<id>\S.*)/i,
        /^Port description\s*:\s*(?<descr>\S.*)/i,
        /^System name\s*:\s*(?<name>\S.*)/i,
        /^System description\s*:\s*(?<about>\S.*)/i,
        /^Management address(?: value)?\s*:\s*(?<address>[\da-f.:-]+)(?=[\s,;(]|$)/i,
      ],
    }),
  ),
  cliParser(
    'ports',
    /^display interface brief$/,
    byLines({
      row: /^\s*(?<port>[A-Z]\S*?\d\S*)\s+(?<state>[*^#]?(?:up|down))(?:\([a-z]{1,4}\))?\s+\S+\s+[\d.%-]+\s+[\d.%-]+\s+\d+\s+\d+\s*$/i,
    }),
  ),
  cliParser(
    'ports',
    /^display interface(?: [A-Z]\S*)?$/,
    byLines({
      row: /^\s*(?<port>[A-Z]\S*) current state\s?:\s?(?<state>.*\S)/,
      within: [
        /^Description:\s?(?<descr>.*)/,
        /Hardware address is (?<mac>[\da-f-]{14})(?=[\s,;(]|$)/,
        /^Speed :\s+(?<speed>\d+)(?=[\s,;(]|$)/,
        /^Duplex: (?<duplex>\w+)(?=[\s,;(]|$)/,
      ],
    }),
  ),
  cliParser('ports', /^display interface description$/, text =>
    // Older firmware prints no states.
    (/^Interface\s+PHY\b/m.test(text)
      ? byColumns({
          columns: ['port', 'state', null, 'descr'],
          titles: ['Interface', 'PHY', 'Protocol', 'Description'],
        })
      : byColumns({ columns: ['port', 'descr'], titles: ['Interface', 'Description'] }))(text),
  ),
  cliParser(
    'system',
    /^display version$/,
    byLines({
      row: /^VRP (?:\(R\) )?software, Version (?<version>[^\s,]+)/i,
      within:
        /^(?:Quidway|HUAWEI|Huawei) (?<model>\S.*?)(?: (?:Terabit )?(?:Routing )?(?:Router|Switch))? uptime is/,
    }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { vrp }
