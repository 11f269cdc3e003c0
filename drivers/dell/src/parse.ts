import { byColumns, byLines, cliParser, radlanParsers, shape, type CliParser } from '@linecard/driver-kit/cli'

/** N series and PowerConnect 62xx: FASTPATH. */
const nSeries: readonly CliParser[] = [
  cliParser(
    'fdb',
    /^show (?:bridge|mac) address-table/,
    byLines({ row: shape('{vlan} {mac} {port} {type}') }),
  ),
  cliParser('arp', /^show arp/, byLines({ row: shape('{ip} {mac} {port:vlan\\s\\d+|\\S+} {} {:.*}') })),
  cliParser(
    'lldp',
    /^show lldp remote-device all$/,
    byColumns({ columns: ['port', null, 'chassis', 'id', 'name'], joins: '' }),
  ),
]
/** Networking OS 9 (Force10). */
const os9: readonly CliParser[] = [
  cliParser(
    'arp',
    /^show arp/,
    byLines({
      row: /^\s*Internet\s+(?<ip>[\d.]{7,15})\s+\S+\s+(?<mac>[\da-f:]{17})\s+(?<port>-|[A-Z][a-z] \S+)\s+(?:-|Vl (?<vlan>\d+))\s/i,
    }),
  ),
  cliParser('vlans', /^show vlan brief$/, byColumns({ columns: ['vlan', 'name'] })),
  cliParser('vlans', /^show vlan$/, text =>
    byLines({
      row: [
        /^[*GRPCI]?\s+(?<vlan>\d+)\s+(?:Active|Inactive)(?:\s+(?<name>\S.*?))?\s+[TVHM] (?<tagged>[A-Z][a-z]\d\S*.*)$/,
        /^[*GRPCI]?\s+(?<vlan>\d+)\s+(?:Active|Inactive)(?:\s+(?<name>\S.*?))?\s+[Uvxoi] (?<untagged>[A-Z][a-z]\d\S*.*)$/,
        /^[*GRPCI]?\s+(?<vlan>\d+)\s+(?:Active|Inactive)(?:\s+(?<name>\S.*))?$/,
      ],
      more: [/^\s{20,}[TVHM] (?<tagged>\S.*)$/, /^\s{20,}[Uvxoi] (?<untagged>\S.*)$/],
      // The port name `Te 0/1-4` contains a space; remove it so that the name is one word.
    })(text.replace(/\b(Te|Gi|Fo|Ma|Po|Fa|Hu|Tf) (?=\d)/g, '$1')),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = {
  'power-connect': radlanParsers,
  'n-series': nSeries,
  'networking-os': os9,
}
