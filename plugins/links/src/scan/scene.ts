import { rest, slice } from '@linecard/driver-kit'
import { parseMac } from '@linecard/driver-kit/codecs'
import { canonicalAddress, type Equipment } from '@linecard/plugin-kit'
import type { ArpRow, Learnt, Neighbour, SceneDevice, SceneInterface, SceneKind } from '../discovery/scene.ts'
import type { Listed, StoredPort, Told } from './answers.ts'

const kinds: Readonly<Record<string, SceneKind>> = {
  LACP: 'aggregate',
  PON: 'pon',
  ONU: 'onu',
  VLAN: 'other',
  LOOPBACK: 'other',
  VIRTUAL: 'other',
  TUNNEL: 'other',
  IP: 'other',
}
const kindOf = (type: string): SceneKind => kinds[type] ?? 'port'

/** Interfaces of one device, with the names that its answers give them. */
function interfacesOf(ports: readonly StoredPort[], { lldp, listed }: Told): SceneInterface[] {
  const byKey = new Map(ports.map(port => [port.bind_key, port]))
  const told = new Map<string, Listed>(listed.map(row => [String(row.id), row]))
  const announced = new Map(
    lldp?.local.ports.flatMap(port =>
      port.interface ? [[String(port.interface.id), port.name] as const] : [],
    ),
  )
  return ports.map(port => {
    const row = told.get(port.bind_key)
    const above = port.parent_bind_key === null ? undefined : byKey.get(port.parent_bind_key)
    return {
      id: port.id,
      name: port.name,
      names: [row?.descr, port.description].flatMap(name => name || []),
      announced: announced.get(port.bind_key) ?? null,
      index: row?.if_index ?? null,
      mac: row?.mac_address ?? (port.mac || null),
      aggregate: above?.type === 'LACP' ? above.id : null,
      up: port.status === 'Up' ? true : port.status === 'Down' ? false : null,
      kind: kindOf(port.type),
    }
  })
}

/** A device of the inventory, as a scan needs it. */
export interface KnownDevice {
  id: number
  ip: string
  name: string
  mac: string
  model_key: string | null
}

/** What was read of one device. */
export interface Read {
  device: SceneDevice
  neighbours: Neighbour[]
  arp: ArpRow[]
  /** What counts as read: a link that was proven by it is missed if it is not found. */
  fresh: { neighbours: boolean; fdb: boolean; arp: boolean }
}

const ownMac = (text: string | null | undefined): string[] => {
  const mac = text ? parseMac(text) : null
  return mac === null ? [] : [mac]
}

/** The part of the scene that is about one device, without its FDB. Only addresses of `ips` count. */
export function readDevice(
  known: KnownDevice,
  ports: readonly StoredPort[],
  told: Told,
  ips: ReadonlySet<string>,
): Read {
  const { lldp, fdb, arp } = told
  const byKey = new Map(ports.map(port => [port.bind_key, port.id]))
  const portOf = (ref: { id: number } | null) => (ref && byKey.get(String(ref.id))) ?? null
  const interfaces = interfacesOf(ports, told)
  const self = fdb?.rows.filter(({ status }) => status === 'SELF').map(row => row.mac_address) ?? []
  const macs = [
    ...ownMac(known.mac),
    ...ownMac(lldp?.local.chassis_id),
    ...self,
    // An ONU's address is that of another device.
    ...interfaces.flatMap(port => (port.mac !== null && port.kind !== 'onu' ? ownMac(port.mac) : [])),
  ]
  return {
    device: {
      id: known.id,
      name: known.name || null,
      names: lldp?.local.sys_name ? [lldp.local.sys_name] : [],
      ips: [known.ip],
      macs: [...new Set(macs)],
      interfaces,
      fdb: fdb ? (fdb.complete ? 'whole' : 'part') : 'none',
    },
    neighbours: (lldp?.remotes ?? []).map(row => ({
      device: known.id,
      interface: portOf(row.loc_interface),
      protocol: row.protocol ?? 'LLDP',
      chassis: row.rem_chassis_id,
      port: row.rem_interface,
      portDescription: row.rem_port_descr,
      name: row.rem_name,
      address: row.rem_mgmt_address,
    })),
    arp: (arp ?? []).flatMap(row => {
      const ip = canonicalAddress(row.ip)
      return ip !== null && row.mac !== null && ips.has(ip) ? [{ device: known.id, ip, mac: row.mac }] : []
    }),
    fresh: { neighbours: lldp !== null, fdb: fdb !== null, arp: arp !== null },
  }
}

/**
 * The rows of an FDB that a scan looks at: all addresses of devices, and so many of others on each port. Each
 * address once a port and VLAN.
 */
export async function learntBy(
  deviceId: number,
  ports: readonly StoredPort[],
  { fdb }: Told,
  own: ReadonlySet<string>,
  perPort: number,
): Promise<Learnt[]> {
  if (!fdb) return []
  const byKey = new Map(ports.map(port => [port.bind_key, port.id]))
  const others = new Map<number, number>()
  const found: Learnt[] = []
  const turn = slice()
  for (const row of fdb.rows) {
    if (turn.over()) await rest()
    if (row.status === 'SELF' || row.status === 'INVALID') continue
    const port = row.interface && byKey.get(String(row.interface.id))
    if (port == null) continue
    if (!own.has(row.mac_address)) {
      const known = others.get(port) ?? 0
      if (known >= perPort) continue
      others.set(port, known + 1)
    }
    found.push({ device: deviceId, interface: port, mac: row.mac_address, vlan: row.vlan_id })
  }
  return found
}

/**
 * Devices that know the MAC addresses of many others are the gateways: those with at least half as many as
 * the one that knows the most, and three at least.
 */
export function gatewaysOf(reads: readonly Pick<Read, 'device' | 'arp'>[]): number[] {
  const counts = reads.map(({ device, arp }) => ({
    id: device.id,
    known: new Set(arp.filter(({ ip }) => !device.ips.includes(ip)).map(({ ip }) => ip)).size,
  }))
  const most = counts.reduce((largest, { known }) => Math.max(largest, known), 0)
  return counts.filter(({ known }) => known >= Math.max(3, most / 2)).map(({ id }) => id)
}

/** Whether a model can tell what proves links. */
export const canTell = (equipment: Equipment, model: string | null) => ({
  neighbours: equipment.supports(model, { name: 'lldp_info' }),
  fdb: equipment.supports(model, { name: 'fdb' }),
  arp: equipment.supports(model, { name: 'arps' }) || equipment.supports(model, { name: 'arp_info' }),
})
