import { byColumns, byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'

const eos: readonly CliParser[] = [
  cliParser('fdb', /^show mac address-table/, text =>
    byLines({
      row: [shape('{vlan} {mac} {type} {port} {:\\d+} {:.*}'), shape('{vlan} {mac} {type} {port...}')],
    })(text).map(row => ({ ...row, port: (row['port'] ?? '').replace(/\s+/g, ',') })),
  ),
  cliParser(
    'arp',
    /^show ip arp/,
    byLines({ row: /^(?<ip>\d{1,3}(?:\.\d{1,3}){3})\s+\S+\s+(?<mac>[\da-f.]{14})\s+(?<port>[^\s,]+)/ }),
  ),
  cliParser('vlans', /^show vlan/, byColumns({ columns: ['vlan', 'name', null, 'ports'], joins: ',' })),
  cliParser('lldp', /^show lldp neighbors$/, byColumns({ columns: ['port', 'name', 'id'] })),
  cliParser(
    'ports',
    /^show interfaces status$/,
    byColumns({
      columns: ['port', 'descr', 'state', null, 'duplex', 'speed'],
      titles: ['Port', 'Name', 'Status', 'Vlan', 'Duplex', 'Speed'],
    }),
  ),
  cliParser(
    'ports',
    /^show interfaces(?: \S*\d)?$/,
    byLines({
      row: /^(?<port>\S+) is (?<state>administratively down|\w+), line protocol is (?<oper>\w+)(?=[\s,;(]|$)/,
      within: [
        /^  Hardware is .*, address is (?<mac>\S+)/,
        /^  Description: "?(?<descr>.*?)"?$/,
        /^  (?<duplex>Full|Half)-duplex, (?<speed>[\d.]+[GM])b\/s/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^show version/,
    byLines({
      row: /^Arista (?<model>\S+)/,
      within: [
        /^Serial number:\s*(?<serial>.*)/,
        /^System MAC address:\s*(?<mac>\S+)/,
        /^Software image version:\s*(?<version>\S+)/,
      ],
    }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { eos }
