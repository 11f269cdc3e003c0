import { byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit/cli'

/**
 * EX: one block for each pair, in the order of the pairs. Source: Junos OS CLI reference, "show diagnostics
 * tdr interface".
 */
export const tdr: CliParser<'cable'> = cliParser('cable', /^show diagnostics tdr interface/, text =>
  byLines({
    above: /^Interface name\s+: (?<port>\S+)/,
    row: /^\s*MDI pair\s+: (?<pins>\d-\d)(?=[\s,;(]|$)/,
    within: [
      /^\s+Cable status\s+: (?<status>\S.*)/,
      /^\s+(?:Distance fault|Cable length\/Distance To Fault)\s*: (?<length>\d+) Meters/i,
    ],
  })(text).map((row, at) => ({ ...row, pair: String(at + 1) })),
)

const junos: readonly CliParser[] = [
  tdr,
  cliParser(
    'arp',
    /^show arp no-resolve/,
    byLines({ row: shape('{mac} {ip} {port} {:none|permanent\\S*|remote|\\S+}') }),
  ),
  cliParser(
    'lldp',
    /^show lldp neighbors$/,
    byLines({
      row: /^(?<port>[a-z]\S*\d)\s+(?:-\s+|ae\d+\S*\s+)?(?<chassis>(?:[\da-f]{2}:){5}[\da-f]{2})\s+(?<id>\S.*?)\s{2,}(?<name>\S+)$|^(?<port>[a-z]\S*\d)\s+(?:-\s+|ae\d+\S*\s+)?(?<chassis>(?:[\da-f]{2}:){5}[\da-f]{2})\s+(?<id>\S+)(?:\s+(?<name>\S+))?$/,
    }),
  ),
  cliParser(
    'ports',
    /^show interfaces$/,
    byLines({
      row: [
        /^Physical interface: (?<port>\S+), (?<admin>Enabled|Administratively down|\w+), Physical link is (?<oper>Up|Down)(?=[\s,;(]|$)/,
        /^  Logical interface (?<port>\S+) /,
      ],
      within: [
        /^ {2,4}Description: (?<descr>.*)/,
        /^.*, Speed: (?<speed>\d+[mg])bps/i,
        /^.*Hardware address: (?<mac>\S+)/,
      ],
    }),
  ),
  cliParser(
    'system',
    /^show version/,
    byLines({
      row: [/^Hostname: (?<name>\S+)/, /^Model: (?<model>\S+)/],
      within: [
        /^Junos: (?<version>\S+)/,
        /^JUNOS (?:Base OS|OS|Software|EX  Software).*\[(?<version>[^\]]+)\]/,
        /^Serial Number: (?<serial>\S+)/,
      ],
    }),
  ),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { junos }
