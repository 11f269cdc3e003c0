import { readFile, writeFile } from 'node:fs/promises'
import type { Proven } from '@linecard/driver-kit/testing'
import type { Area } from './areas/index.ts'
import type { Result } from './result.ts'

const path = 'test/recordings/proven.json'

/** The module whose answer an area compares. Areas that take values from several modules prove none. */
const moduleOf: Readonly<Partial<Record<Area, string>>> = {
  interface: 'interfaces_list',
  name: 'interfaces_list',
  interfaces: 'interfaces_list',
  types: 'interfaces_list',
  oper: 'link_info',
  admin: 'link_info',
  states: 'link_info',
  speeds: 'link_info',
  description: 'link_info',
  counters: 'interface_counters',
  vlan: 'vlans',
  member: 'vlans',
  names: 'vlans',
  ports: 'vlans',
  fdb: 'fdb',
  stations: 'fdb',
  bridged: 'fdb',
  arp: 'arps',
  hosts: 'arps',
  address: 'net_settings',
  own: 'net_settings',
  lldp: 'lldp_info',
  remotes: 'lldp_info',
  cpu: 'sys_resources',
  memory: 'sys_resources',
  loads: 'sys_resources',
  stores: 'sys_resources',
  fan: 'sys_resources',
  power: 'sfp_optical',
  voltage: 'sfp_optical',
  bias: 'sfp_optical',
  transceiver: 'sfp_media',
  feeds: 'poe_info',
}

/** A temperature is of the device or of a transceiver: the label of an equal one is not kept, so it counts here. */
const temperatures = 'sys_temp'

/** Equal rows of recordings of real devices by model and module: numbers only. */
export function provenBy(results: readonly Result[]): Proven {
  const byModel = Map.groupBy(results, ({ modelKey }) => modelKey)
  const found = [...byModel].flatMap(([key, own]) => {
    if (key === null) return []
    const rows: Record<string, number> = {}
    for (const { area, result } of own.flatMap(({ outcomes }) => outcomes)) {
      const module = area === 'temperature' ? temperatures : moduleOf[area]
      if (result === 'equal' && module !== undefined) rows[module] = (rows[module] ?? 0) + 1
    }
    const sorted = Object.fromEntries(Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    return Object.keys(rows).length === 0 ? [] : [[key, sorted] as const]
  })
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Writes them, one line a model. Returns whether the file has changed. */
export async function writeProven(results: readonly Result[]): Promise<boolean> {
  const lines = Object.entries(provenBy(results)).map(
    ([key, rows]) => `  ${JSON.stringify(key)}: ${JSON.stringify(rows)}`,
  )
  const text = `{\n${lines.join(',\n')}\n}\n`
  const before = await readFile(path, 'utf8').catch(() => null)
  if (before !== text) await writeFile(path, text)
  return before !== text
}
