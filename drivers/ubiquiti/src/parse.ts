import { byLines, cliParser, shape, type CliParser } from '@linecard/driver-kit'

/** EdgeSwitch: FASTPATH. */
const edgeSwitch: readonly CliParser[] = [
  cliParser('fdb', /^show mac-addr-table/, byLines({ row: shape('{vlan} {mac} {port} {:\\d+} {type}') })),
  cliParser('arp', /^show arp/, byLines({ row: shape('{ip} {mac} {port} {:gateway|local|dynamic|static} {:.*}') })),
]

export const parsers: Readonly<Record<string, readonly CliParser[]>> = { 'edge-switch': edgeSwitch }
