import { byColumns, byLines, cliParser, type CliParser } from '@linecard/driver-kit/cli'

const xos: readonly CliParser[] = [
  cliParser('fdb', /^show fdb/, text =>
    byLines({
      row: /^(?<mac>[\da-f:]{17})\s+\S+\((?<vlan>\d+)\)\s+\S+\s+(?<flags>[a-zA-Z](?: ?[a-zA-Z]){0,11})\s{2,}(?<port>\S.*)$/,
    })(text).map(({ flags, ...row }) => ({ ...row, type: flags?.[0] ?? '' })),
  ),
  cliParser(
    'arp',
    /^show iparp/,
    byLines({
      row: /^\S+\s+(?<ip>[\d.]{7,15})\s+\(?(?<mac>[\da-f:]{17})\)?\s+\S+\s+\w+\s+\S+\s+(?<vlan>\d+)(?:\s+(?<port>\S+))?$/,
    }),
  ),
  cliParser(
    'ports',
    /^show ports \S*\s?description$|^show ports description$/,
    byColumns({ columns: ['port', null, 'descr'] }),
  ),
  cliParser(
    'ports',
    /^show ports \S*\s?information detail$|^show ports information detail$/,
    byLines({
      row: /^Port:\s+(?<port>[\d:]+)(?=[\s,;(]|$)/,
      within: [
        /^\s+Description String: "(?<descr>.*)"/,
        /^\s+Admin state:\s+(?<admin>\w+)(?=[\s,;(]|$)/i,
        /^\s+Link State:\s+(?<oper>\w+)(?:,\s*(?<speed>\w+)(?:, (?<duplex>\w+))?)?(?=[\s,;(]|$)/i,
      ],
    }),
  ),
  cliParser(
    'ports',
    /^show ports \S*\s?information$|^show ports information$/,
    byLines({ row: /^(?<port>[\d:]+)\s+(?<admin>[ED]\S*)\s+(?<oper>active|ready|not present|\w+)\s/ }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { xos }
