import { byColumns, byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'

/** Comware: texts of the `display` commands. */
export const comware: readonly CliParser[] = [
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
      row: /^\s*VLAN ID: (?<vlan>\d+)(?=[\s,;(]|$)/,
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
        /^\s*Management address\s*: (?<address>[\da-f.:-]+)(?=[\s,;(]|$)/i,
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
        /^\s*Speed : (?<speed>\d+[MG]?)(?=[\s,;(]|$)/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^display version$/,
    byLines({
      row: [
        /Software Version 3Com OS V(?<version>\S+)/,
        /Comware .*Software, Version (?<version>[^\s,]+(?:, \S+ \S+)?)/,
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
