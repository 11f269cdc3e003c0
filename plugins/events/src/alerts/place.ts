import { rememberedInterfaces, visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { isIP } from 'node:net'
import { tables } from '../tables.ts'
import type { Incoming } from './read.ts'

export interface Place {
  device_id: number | null
  interface_id: number | null
}

const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : null

/** Host of `192.0.2.7`, `192.0.2.7:9116` or `[2001:db8::7]:9116`. */
const hostOf = (text: string | undefined): string | null => {
  const host = /^\[(.+)\](:\d+)?$/.exec(text ?? '')?.[1] ?? text?.replace(/^([\d.]+):\d+$/, '$1') ?? ''
  return isIP(host) ? host : null
}

const deviceIdOf = ({ labels }: Incoming) => idOf(labels['dev_id']) ?? idOf(labels['device_id'])
const ipOf = ({ labels }: Incoming) =>
  hostOf(labels['ip']) ?? hostOf(labels['device_ip']) ?? hostOf(labels['instance'])
const keyOf = ({ labels }: Incoming) => {
  const key = labels['iface_id'] ?? labels['bind_key'] ?? ''
  return /^-?\d{1,18}$/.test(key) ? key : null
}

/**
 * The devices and interfaces that alerts are about, of those that the caller sees: by `dev_id` or `ip`, and
 * by `iface_id` (the bind key), `interface_id` or `iface_name`.
 */
export async function placesOf(
  em: SqlEntityManager,
  caller: Caller,
  alerts: readonly Incoming[],
): Promise<Place[]> {
  const [ids, ips] = [alerts.map(deviceIdOf), alerts.map(ipOf)]
  const devices = await tables(em)
    .selectFrom(visibleDevices(em, caller).as('d'))
    .select(['d.id', sql<string>`host(d.ip)`.as('ip')])
    .where(sql<boolean>`(d.id = any (${ids.filter(id => id !== null)}::int[])
      or d.ip = any (${ips.filter(ip => ip !== null)}::inet[]))`)
    .execute()
  const byId = new Set(devices.map(({ id }) => id))
  const byIp = new Map(devices.map(({ id, ip }) => [ip, id]))
  const found = alerts.map((_, n) => {
    const [id, ip] = [ids[n]!, ips[n]!]
    return (id !== null && byId.has(id) ? id : null) ?? (ip === null ? null : (byIp.get(ip) ?? null))
  })
  const known = [...new Set(found.filter(id => id !== null))]
  if (known.length === 0) return found.map(() => ({ device_id: null, interface_id: null }))
  const wantedIds = alerts.map(({ labels }) => idOf(labels['interface_id']))
  const names = alerts.map(({ labels }) => labels['iface_name'] ?? labels['interface'] ?? null)
  const ports = await tables(em)
    .selectFrom(visibleInterfaces(em, caller).as('i'))
    .select(['i.id', 'i.device_id', 'i.bind_key', 'i.name'])
    .where(sql<boolean>`i.device_id = any (${known}::int[])`)
    .where(sql<boolean>`(i.bind_key = any (${alerts.map(keyOf).filter(key => key !== null)}::bigint[])
      or i.name = any (${names.filter(name => name !== null)}::text[]))`)
    .execute()
  const closed = await tables(em)
    .selectFrom(rememberedInterfaces(em, caller).as('i'))
    .select(['i.id', 'i.device_id'])
    .where(sql<boolean>`i.id = any (${wantedIds.filter(id => id !== null)}::int[])`)
    .execute()
  const port = (device: number, text: string | null, kind: 'bind_key' | 'name') =>
    text === null ? undefined : ports.find(one => one.device_id === device && one[kind] === text)?.id
  return found.map((device, n) => {
    if (device === null) return { device_id: null, interface_id: null }
    const own = closed.find(({ id, device_id: of }) => id === wantedIds[n] && of === device)?.id
    const interfaceId = own ?? port(device, keyOf(alerts[n]!), 'bind_key') ?? port(device, names[n]!, 'name')
    return { device_id: device, interface_id: interfaceId ?? null }
  })
}
