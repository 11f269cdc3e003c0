import type { CliArea } from '@linecard/driver-kit/cli'
import type { Row } from './rows.ts'

/** Text in lower case without spaces. */
export const bare = (text: string): string => text.toLowerCase().replace(/\s+/g, '')

const aliases: Readonly<Record<string, string>> = { ge: 'gi', 'm-': 'me' }

/** `GigabitEthernet0/1`, `Gi 0/1` and `gi0/1` are one port. */
export function portKey(name: unknown): string {
  const text = bare(String(name ?? '')).replace(/\*$/, '')
  const found = /^([a-z][a-z-]*?)-?(\d[\d/.:a-z]*)$/.exec(text)
  return found
    ? `${aliases[found[1]!.slice(0, 2)] ?? found[1]!.slice(0, 2)}${found[2]!}`
    : text.replace(/^eth-trunk/, 'et')
}
/** What makes a row unique in its area. */
export const keys: { readonly [A in CliArea]: (row: never) => string } = {
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

/** A cell as text, lists in one order; null if it is empty. */
export const plain = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(portKey).toSorted().join(',')
  return String(value).replace(/\s+/g, ' ').trim()
}
/** A list of ports without the marks of the console, in one order. */
export const members = (list: unknown): string =>
  (Array.isArray(list) ? list.map(String) : [])
    .join(' ')
    .replace(/\/\s+/g, '/')
    .replace(/\(\w\)/g, '')
    .split(/[\s,]+/)
    .filter(one => one !== '')
    .map(portKey)
    .toSorted()
    .join(',')

/** The first cell of the key: enough to find the row that another one belongs to. */
export const firstCell = (area: CliArea, row: Row): string | null =>
  plain(
    area === 'fdb'
      ? row['mac_address']
      : area === 'arp'
        ? row['ip']
        : area === 'lldp' || area === 'ports' || area === 'cable'
          ? portKey(row['port'])
          : row['id'],
  )
