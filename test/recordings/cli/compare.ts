import { parserFor, rowsOf, type CliArea, type Cells } from '@linecard/driver-kit/cli'
import { parseMac } from '@linecard/driver-kit/codecs'
import { fieldsOf } from './fields.ts'
import { seen } from './play.ts'
import type { Platform } from './platforms.ts'
import { reasonOf } from './reasons.ts'
import type { Sample, Script } from './sources.ts'

/** One row of either side, and what became of it. */
export interface Compared {
  source: 'ntc-templates' | 'noc'
  platform: string
  vendor: string
  area: CliArea
  sample: string
  command: string
  result: 'equal' | 'explained' | 'different'
  reason: string | null
  theirs: Row | null
  ours: Row | null
  /** Cells that differ. */ cells: string[]
}
export type Row = Readonly<Record<string, unknown>>

const bare = (text: string): string => text.toLowerCase().replace(/\s+/g, '')

const aliases: Readonly<Record<string, string>> = { ge: 'gi', 'm-': 'me' }

/** `GigabitEthernet0/1`, `Gi 0/1` and `gi0/1` are one port. */
export function portKey(name: unknown): string {
  const text = bare(String(name ?? '')).replace(/\*$/, '')
  const found = /^([a-z][a-z-]*?)-?(\d[\d/.:a-z]*)$/.exec(text)
  return found
    ? `${aliases[found[1]!.slice(0, 2)] ?? found[1]!.slice(0, 2)}${found[2]!}`
    : text.replace(/^eth-trunk/, 'et')
}
const keys: { readonly [A in CliArea]: (row: never) => string } = {
  fdb: ({
    mac_address,
    vlan_id,
    port,
  }: {
    mac_address: string
    vlan_id: number | null
    port: string | null
  }) => `${vlan_id ?? ''} ${mac_address} ${portKey(port)}`,
  arp: ({ ip, interface: port }: { ip: string; interface: string | null }) => `${ip} ${portKey(port)}`,
  vlans: ({ id }: { id: number }) => String(id),
  lldp: ({
    port,
    sys_name,
    port_id,
  }: {
    port: string | null
    sys_name: string | null
    port_id: string | null
  }) => `${portKey(port)} ${sys_name ?? ''} ${portKey(port_id)}`,
  ports: ({ port }: { port: string }) => portKey(port),
  system: () => 'system',
  cable: ({ port, pair }: { port: string; pair: number }) => `${portKey(port)} ${pair}`,
}

const plain = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(portKey).toSorted().join(',')
  return String(value).replace(/\s+/g, ' ').trim()
}
/** A list of ports without their marks, in one order. */
const members = (list: unknown): string =>
  (Array.isArray(list) ? list.map(String) : [])
    .join(' ')
    .replace(/\/\s+/g, '/')
    .replace(/\(\w\)/g, '')
    .split(/[\s,]+/)
    .filter(one => one !== '')
    .map(portKey)
    .toSorted()
    .join(',')
const portCells = new Set(['port', 'interface'])

/** Names the cells of a row that its template has a field for. */
const stated = 'stated'
const cellNames: Readonly<Record<string, string>> = {
  name: 'name',
  descr: 'description',
  ports: 'ports',
  port: 'port',
  mac: 'mac_address',
  about: 'sys_descr',
  chassis: 'chassis_id',
  address: 'mgmt_address',
}

/** Cells that both sides know and in which they differ. What they have not is not compared. */
function differing(theirs: Row, ours: Row): string[] {
  return Object.keys(theirs).filter(cell => {
    const [a, b] = [theirs[cell], ours[cell]]
    // What the other system says is empty, must be so; what it has no field for, is not compared.
    if (cell === stated || plain(a) === null)
      return (
        cell !== stated &&
        plain(b) !== null &&
        (theirs[stated] as ReadonlySet<string> | undefined)?.has(cell) === true
      )
    if (portCells.has(cell)) return portKey(a) !== portKey(b)
    // What another system calls the neighbour's port is its id or its description, as the template's author
    // chose.
    if (cell === 'port_id')
      return (
        portKey(parseMac(String(a)) ?? a) !== portKey(b) &&
        portKey(a) !== portKey(ours['port_descr']) &&
        bare(String(a)) !== bare(String(ours['port_descr'] ?? ''))
      )
    if (cell === 'ports')
      return (
        members(a) !==
        members(
          ours['ports'] ?? [
            ...((ours['tagged'] as string[]) ?? []),
            ...((ours['untagged'] as string[]) ?? []),
          ],
        )
      )
    // A neighbour's id may be a MAC in another spelling.
    return plain(a) !== plain(b) && bare(plain(a) ?? '') !== bare(plain(b) ?? '')
  })
}

type Head = Pick<Compared, 'source' | 'platform' | 'vendor' | 'area' | 'sample' | 'command'>

/** Rows of both sides by their keys; what stands on one side alone is a difference too. */
export function pair(
  head: Head,
  theirs: readonly Row[],
  ours: readonly Row[],
  known: ReadonlySet<string> | null,
  text: string,
): Compared[] {
  const key = keys[head.area] as (row: Row) => string
  const open = Map.groupBy(ours, key)
  const judged = (their: Row | null, our: Row | null, cells: string[]): Compared => {
    const same = their !== null && our !== null && cells.length === 0
    const reason = same ? null : reasonOf({ ...head, theirs: their, ours: our, cells, text })
    return {
      ...head,
      theirs: their,
      ours: our,
      cells,
      reason,
      result: same ? 'equal' : reason ? 'explained' : 'different',
    }
  }
  const loose: Row[] = []
  const rows = theirs.flatMap(their => {
    const found = open.get(key(their))?.shift()
    if (!found) {
      loose.push(their)
      return []
    }
    return [judged(their, found, differing(their, found))]
  })
  // Rows whose keys differ only because one side lacks a cell of the key.
  const rest = [...open.values()].flat()
  for (const their of loose) {
    const at = rest.findIndex(our => differing(their, our).length === 0)
    const near =
      at >= 0
        ? at
        : rest.findIndex(
            our =>
              firstCell(head.area, their) !== null &&
              firstCell(head.area, their) === firstCell(head.area, our),
          )
    const our = near < 0 ? null : rest.splice(near, 1)[0]!
    rows.push(judged(their, our, our ? differing(their, our) : []))
  }
  return [...rows, ...(known && known.size === 0 ? [] : rest.map(our => judged(null, our, [])))]
}
const firstCell = (area: CliArea, row: Row): string | null =>
  plain(
    area === 'fdb'
      ? row['mac_address']
      : area === 'arp'
        ? row['ip']
        : area === 'lldp' || area === 'ports' || area === 'cable'
          ? portKey(row['port'])
          : row['id'],
  )

const cellsOf = (row: Record<string, unknown>, fields: Readonly<Record<string, readonly string[]>>): Cells =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([cell, names]) => {
      const name = names.find(
        one =>
          row[one] !== undefined && row[one] !== '' && !(Array.isArray(row[one]) && row[one].length === 0),
      )
      return name === undefined
        ? []
        : [[cell, Array.isArray(row[name]) ? row[name].map(String).join(',') : String(row[name])]]
    }),
  )

/** Rows of another system's template, in our words. A row with several ports is one row for each. */
function theirRows(area: CliArea, sample: Sample): Row[] {
  const found = eachRow(area, sample)
  if (area !== 'vlans') return found
  // A row for each port of a VLAN is one row with all of them.
  return [...Map.groupBy(found, row => row['id'])].map(([, own]) =>
    own.length === 1 ? own[0]! : { ...own[0]!, ports: own.flatMap(row => (row['ports'] as string[]) ?? []) },
  )
}
function eachRow(area: CliArea, sample: Sample): Row[] {
  const fields = fieldsOf(area, sample.platform, sample.command)
  return sample.rows.flatMap(row => {
    const cells = cellsOf(row, fields)
    const ports = area === 'fdb' && cells['port'] ? cells['port'].split(',') : [cells['port']]
    const has = new Set(
      Object.entries(fields).flatMap(([cell, names]) =>
        names.some(one => one in row) && cellNames[cell] ? [cellNames[cell]] : [],
      ),
    )
    return ports.flatMap((port): Row[] => {
      const made = rowsOf[area](port === undefined ? cells : { ...cells, port }) as Row | null
      return made ? [{ ...made, [stated]: has }] : []
    })
  })
}

export function compareNtc(sample: Sample, platform: Platform): Compared[] {
  const parser = parserFor(platform.parsers, sample.command)
  if (!parser) return []
  const head: Head = {
    source: 'ntc-templates',
    platform: sample.platform,
    vendor: platform.vendor,
    area: parser.area,
    sample: sample.name,
    command: sample.command,
  }
  return pair(
    head,
    theirRows(parser.area, sample),
    parser.read(seen(sample.raw)) as unknown as Row[],
    null,
    sample.raw,
  )
}

/** What a script of the other system answers, as rows of an area. */
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

export function compareNoc(script: Script, platform: Platform): Compared[] {
  const known = nocRows[script.script]
  // A script that failed has its error instead of rows.
  if (
    !known ||
    (known.area === 'system'
      ? typeof script.result !== 'object' || script.result === null
      : !Array.isArray(script.result))
  )
    return []
  const refused = (text: string) =>
    text.split('\n').filter(line => line.trim() !== '').length <= 6 &&
    text.split('\n').some(line => platform.profile.errors.some(pattern => pattern.test(line)))
  const all = Object.entries(script.cli).filter(
    ([command, text]) => parserFor(platform.parsers, command)?.area === known.area && !refused(text),
  )
  // Where there are answers in detail, the list of neighbours says the same in fewer words.
  const detailed =
    known.area === 'lldp'
      ? all.filter(([command]) =>
          /\ddetail|\d detail|detail \S*\s?\d|device \S*\d|interface \S*\d/.test(command),
        )
      : []
  const texts = detailed.length > 0 ? detailed : all
  if (texts.length === 0) return []
  const ours = texts.flatMap(([command, text]) =>
    (parserFor(platform.parsers, command)!.read(seen(text)) as unknown as Row[]).map(row =>
      row['port'] === null && detailed.length > 0
        ? { ...row, port: /((?:[A-Za-z]+\s?)?\d\S*)(?: detail)?$/.exec(command.trim())?.[1] ?? null }
        : row,
    ),
  )
  const merged =
    known.area === 'system' && ours.length > 0
      ? [
          Object.assign(
            {},
            ...ours.map(row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
          ) as Row,
        ]
      : ours
  const head: Head = {
    source: 'noc',
    platform: script.platform,
    vendor: platform.vendor,
    area: known.area,
    sample: script.name,
    command: texts
      .map(([command]) => command)
      .join('; ')
      .slice(0, 80),
  }
  return pair(
    head,
    dedupe(known.rows(script.result as never)),
    dedupe(merged),
    null,
    texts.map(([, text]) => text).join('\n'),
  )
}
const dedupe = (rows: readonly Row[]): Row[] => [
  ...new Map(rows.map(row => [JSON.stringify(row), row])).values(),
]
