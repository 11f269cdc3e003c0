import { byColumns, byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'

/** EdgeSwitch: FASTPATH. */
const edgeSwitch: readonly CliParser[] = [
  cliParser('fdb', /^show mac-addr-table/, byLines({ row: shape('{vlan} {mac} {port} {:\\d+} {type}') })),
  cliParser(
    'arp',
    /^show arp/,
    byLines({ row: shape('{ip} {mac} {port} {:gateway|local|dynamic|static} {:.*}') }),
  ),
  cliParser(
    'ports',
    /^show port all$/,
    byColumns({ columns: ['port', null, 'admin', null, 'speed', 'oper', null] }),
  ),
  cliParser(
    'system',
    /^show version$/,
    byLines({
      row: /^System Description\.+ *(?<model>[^,]+)/,
      within: [
        /^Serial Number\.+ *(?<serial>\S+)/,
        /^Burned In MAC Address\.+ *(?<mac>\S+)/,
        /^Software Version\.+ *(?<version>\S+)/,
      ],
    }),
  ),
]

/** EdgeOS: the interface table of Linux, with `u/D` for state and link. */
const edgeOs: readonly CliParser[] = [
  cliParser(
    'arp',
    /^show arp/,
    byLines({ row: [shape('{ip} {} {mac} {} {port}'), shape('{ip} {mac:\\(incomplete\\)} {port}')] }),
  ),
  cliParser('ports', /^show interfaces$/, text =>
    byLines({ row: /^(?<port>[a-z]\S*)\s+\S+\s+(?<admin>[uAD])\/(?<oper>[uD])(?:\s+(?<descr>\S.*))?$/ })(
      text,
    ).map(row => ({
      ...row,
      admin: row['admin'] === 'A' ? 'down' : 'up',
      oper: row['oper'] === 'u' ? 'up' : 'down',
    })),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = {
  'edge-switch': edgeSwitch,
  linux: edgeOs,
}
