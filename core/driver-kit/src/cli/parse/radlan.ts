import { byColumns } from './by-columns.ts'
import { byLines } from './by-lines.ts'
import { cliParser, type CliParser } from './parser.ts'
import { shape } from './shape.ts'

/**
 * Parsers for switches with RADLAN's console, which several vendors sell: Cisco's small series, Eltex MES,
 * Dell PowerConnect, OmniStack LS, AT-8000.
 */
export const radlanParsers: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^show (?:mac|bridge) address-table/,
    byLines({ row: shape('{vlan} {mac} {port} {type}') }),
  ),
  cliParser('arp', /^show arp/, byLines({ row: shape('{:vlan} {vlan} {port} {ip} {mac} {}') })),
  cliParser(
    'vlans',
    /^show vlan$/,
    byColumns({
      columns: ['vlan', 'name', 'tagged', 'untagged', null],
      joins: '',
      ruler: /^-{4} -{17} -{18} -{18} -+$/,
    }),
    byColumns({
      columns: ['vlan', 'name', 'ports', null, null],
      joins: '',
      ruler: /^-{4} -{17} -{19,} -+ -+$/,
    }),
  ),
  cliParser(
    'lldp',
    /^show lldp neighbors$/,
    byColumns({ columns: ['port', 'chassis', 'id', 'name', null, null], joins: '' }),
  ),
  cliParser(
    'ports',
    /^show interfaces? description/,
    byColumns({
      columns: [
        ['port', 'descr'],
        ['port', 'admin', 'oper', 'descr'],
        ['port', null, 'admin', 'oper', 'descr'],
      ],
      joins: ' ',
    }),
  ),
  cliParser(
    'ports',
    /^show interfaces? status/,
    byLines({
      row: [
        /^(?<port>[a-z]\S*)\s+\S+\s+(?<duplex>full|half|--)\s+(?<speed>\d+|--)\s+(?:enabled|disabled|--)\s+(?:\S+\s+)?(?<oper>up|down|not present|suspended)(?=[\s,;(]|$)/i,
        /^(?<port>[a-z]\S*)\s+\S+\s+(?<speed>\d+|--)\s+(?:on|off|--)\s+(?<oper>up|down|not present)(?=[\s,;(]|$)/i,
        /^(?<port>Po\d+)\s+(?:\S+\s+){1,4}(?<oper>up|down|not present)(?=[\s,;(]|$)/i,
      ],
    }),
  ),
  cliParser(
    'ports',
    /^show interfaces?(?: [a-z]+\S*\d\S*)?$/i,
    byLines({
      row: /^(?<port>\S+) is (?<state>administratively down|up|down) \(/,
      within: [/^  .*MAC address is (?<mac>\S+)/, /^  Description: (?<descr>.*)/],
    }),
  ),
  cliParser(
    'system',
    /^show version$/,
    byLines({ row: [/^SW version\s+(?<version>\S+)/, /^  Version: (?<version>\S+)/] }),
  ),
  cliParser(
    'system',
    /^show bootvar$/,
    byLines({ row: /^\s*\d+\s+\d+\s+\S+\s+(?<version>\d[\d.]+)\s.*\s{2}Active\*?/ }),
  ),
  cliParser(
    'system',
    /^show system(?: unit \d+)?$/,
    byLines({
      row: [/^System Description:\s+(?<model>MES\S+)?/, /^System Type:\s+(?:PowerConnect )?(?<model>\S+)/],
      within: [/^System Name:\s+(?<name>\S.*)/, /^System MAC Address:\s+(?<mac>\S+)/],
    }),
  ),
  cliParser(
    'system',
    /^show system id$/,
    byLines({
      row: [
        /^\s*1\s+(?<mac>[\da-f:]{17})\s+\S+\s+(?<serial>\S+)/,
        /^(?:Serial number\s*:|\s*1\s)\s*(?<serial>\S+)/i,
      ],
    }),
  ),
]
