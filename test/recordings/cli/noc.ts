import { parserFor, type CliArea } from '@linecard/driver-kit/cli'
import { pair } from './pair.ts'
import { seen } from './play.ts'
import type { Platform } from './platforms.ts'
import type { Compared, Head, Row } from './rows.ts'
import type { Script } from './sources.ts'

/** The answer of a script of the other system, as rows of an area. */
const nocRows: Readonly<Record<string, { area: CliArea; rows(result: never): Row[] }>> = {
  get_mac_address_table: {
    area: 'fdb',
    rows: (result: { mac: string; vlan_id: number | null; interfaces: string[]; type: string }[]) =>
      result.flatMap(({ mac, vlan_id, interfaces, type }) =>
        (interfaces.length ? interfaces : [null]).map(port => ({
          mac_address: mac,
          vlan_id,
          port,
          status: type === 'D' ? 'LEARNED' : null,
        })),
      ),
  },
  get_arp: {
    area: 'arp',
    rows: (result: { ip: string; mac: string | null; interface: string | null }[]) =>
      result.map(({ ip, mac, interface: port }) => ({ ip, mac_address: mac, interface: port })),
  },
  get_vlans: {
    area: 'vlans',
    rows: (result: { vlan_id: number; name?: string }[]) =>
      result.map(({ vlan_id, name }) => ({ id: vlan_id, name: name ?? null })),
  },
  get_interface_status: {
    area: 'ports',
    rows: (result: { interface: string; status: boolean }[]) =>
      result.map(({ interface: port, status }) => ({ port, oper_status: status ? 'Up' : 'Down' })),
  },
  get_version: {
    area: 'system',
    rows: (result: { version: string; platform: string; attributes?: Record<string, string> }) => [
      {
        version: result.version,
        model: result.platform,
        serial_num: result.attributes?.['Serial Number'] ?? null,
      },
    ],
  },
  get_lldp_neighbors: {
    area: 'lldp',
    rows: (result: { local_interface: string; neighbors: Record<string, string>[] }[]) =>
      result.flatMap(({ local_interface, neighbors }) =>
        neighbors.map(one => ({
          port: local_interface,
          chassis_id: one['remote_chassis_id'] ?? null,
          port_id: one['remote_port'] ?? null,
          sys_name: one['remote_system_name'] ?? null,
        })),
      ),
  },
  get_copper_tdr_diag: {
    area: 'cable',
    rows: (
      result: { interface: string; pairs: { pair: number; status: string; distance_cm?: number }[] }[],
    ) =>
      result.flatMap(({ interface: port, pairs }) =>
        pairs.map(({ pair: number, status, distance_cm }) => ({
          port,
          pair: number,
          status:
            ({ T: 'OK', O: 'Open', S: 'Short', N: 'NotTested' } as Record<string, string>)[status] ??
            'Unknown',
          length: distance_cm === undefined ? null : distance_cm / 100,
        })),
      ),
  },
}

const dedupe = (rows: readonly Row[]): Row[] => [
  ...new Map(rows.map(row => [JSON.stringify(row), row])).values(),
]

/** A short output in which the device refuses the command. */
function isRefused(text: string, { profile }: Platform): boolean {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return lines.length <= 6 && lines.some(line => profile.errors.some(pattern => pattern.test(line)))
}

const namesPort = /\ddetail|\d detail|detail \S*\s?\d|device \S*\d|interface \S*\d/
const portOf = (command: string): string | null =>
  /((?:[A-Za-z]+\s?)?\d\S*)(?: detail)?$/.exec(command.trim())?.[1] ?? null

/** One row with the known cells of all. */
const merged = (rows: readonly Row[]): Row =>
  Object.assign(
    {},
    ...rows.map(row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
  ) as Row

/**
 * Compares our rows with the answer of a script of noc. Empty if the script failed or no parser serves it.
 */
export function compareNoc(script: Script, platform: Platform): Compared[] {
  const known = nocRows[script.script]
  if (!known) return []
  const { result } = script
  // A script that failed has its error instead of rows.
  const failed =
    known.area === 'system' ? typeof result !== 'object' || result === null : !Array.isArray(result)
  if (failed) return []
  const parserOf = (command: string) => parserFor(platform.parsers, command)
  const all = Object.entries(script.cli).filter(
    ([command, text]) => parserOf(command)?.area === known.area && !isRefused(text, platform),
  )
  // Details of single ports say more than the list of all neighbours.
  const detailed = known.area === 'lldp' ? all.filter(([command]) => namesPort.test(command)) : []
  const texts = detailed.length > 0 ? detailed : all
  if (texts.length === 0) return []
  const ours = texts.flatMap(([command, text]) =>
    (parserOf(command)!.read(seen(text)) as unknown as Row[]).map(row =>
      row['port'] === null && detailed.length > 0 ? { ...row, port: portOf(command) } : row,
    ),
  )
  const commands = texts.map(([command]) => command).join('; ')
  const head: Head = {
    source: 'noc',
    platform: script.platform,
    vendor: platform.vendor,
    area: known.area,
    sample: script.name,
    command: commands.slice(0, 80),
  }
  return pair(
    head,
    dedupe(known.rows(result as never)),
    dedupe(known.area === 'system' && ours.length > 0 ? [merged(ours)] : ours),
    null,
    texts.map(([, text]) => text).join('\n'),
  )
}
