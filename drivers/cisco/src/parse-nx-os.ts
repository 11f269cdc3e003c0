import { byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'
import { cdp, described, fdbLines, fdbMore, neighbour, statusTable, vlanTable } from './parse-common.ts'

/** NX-OS. */
export const nxOs: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^show mac address-table/,
    byLines({
      row: [shape('*{vlan} {mac} {type} {:-|\\d+|~+|n/?a} {:\\w} {:\\w} {port...}'), ...fdbLines],
      more: fdbMore,
    }),
  ),
  cliParser(
    'arp',
    /^show ip arp/,
    byLines({ row: [shape('{ip} {} {mac} {port}'), shape('{ip} {} {mac} {port} {:.*?}')] }),
  ),
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
  cdp,
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
        /^(?<port>(?:Vlan|Tunnel|nve)\d\S*)\s+\S+\s+(?<oper>up|down)(?=[\s,;(]|$)/,
        /^(?<port>Lo\d\S*)\s+(?<oper>up|down)\s+(?<descr>\S.*)$/,
        /^(?<port>(?:mti|pw|nve)\d\S*)\s+(?<oper>up|down)(?=[\s,;(]|$)/,
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
