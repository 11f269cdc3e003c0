import { visibleDevices } from '@linecard/inventory/read'
import type { Caller, Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { portView } from '../links/list.ts'
import { interfacesOf, portsOf, type LinkRow } from '../links/rows.ts'
import { activeLinks, type LoadedLink } from '../load/loaded.ts'
import { loadView, type EdgeView } from '../load/schemas.ts'
import { tables } from '../tables.ts'
import { networkOf, type Edge, type Network } from './graph.ts'

const all = { groupIds: null }

export const edgeOf = (row: LinkRow): Edge => ({
  id: row.id,
  a: row.src_device_id,
  b: row.dest_device_id,
  a_port: row.src_interface_id,
  b_port: row.dest_interface_id,
  directed: row.directed,
})

/** The tops of the network: those of the settings, else those that the last scan has found. */
export async function rootsOf(ctx: Context<Config>): Promise<readonly number[]> {
  if (ctx.config.root_devices.length > 0) return ctx.config.root_devices
  const { rows } = await sql<{ roots: number[] | null }>`
    select report->'roots' as roots from links_scan`.execute(tables(ctx.em()))
  return rows[0]?.roots ?? []
}

/** All links that count, whoever asks, and how the devices hang together by them. */
export async function readNetwork(ctx: Context<Config>): Promise<{ rows: LinkRow[]; network: Network }> {
  const rows = await activeLinks(ctx.em() as SqlEntityManager, all, ctx.config.most_links)
  return { rows, network: networkOf(rows.map(edgeOf), await rootsOf(ctx)) }
}

export interface DeviceRow {
  id: number
  ip: string
  name: string
  status: string
  type: string | null
  model: string | null
  group_id: number
}

/** Devices of one answer at most. */
export const mostDevices = 20_000

/** The devices that the caller sees, of some groups or all, in the order of their ids. */
export async function devicesOf(
  em: SqlEntityManager,
  caller: Caller,
  { groups, ids }: { groups?: readonly number[] | null; ids?: readonly number[] } = {},
): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.id, host(d.ip) as ip, d.name, d.status, d.type, d.model_name as model, d.group_id
    from (${visibleDevices(em, caller)}) d
    where (${!groups} or d.group_id = any (${[...(groups ?? [])]}::int[]))
      and (${!ids} or d.id = any (${[...(ids ?? [])]}::int[]))
    order by d.id limit ${mostDevices}`.execute(tables(em))
  return rows
}

/** Links as trees and graphs draw them. Their devices are seen by the caller. */
export async function edgeViews(
  em: SqlEntityManager,
  caller: Caller,
  links: readonly LoadedLink[],
): Promise<EdgeView[]> {
  const ports = await portsOf(em, caller, links.flatMap(interfacesOf))
  const portAt = (id: number | null) => {
    const port = id === null ? undefined : ports.get(id)
    return port ? portView(port) : null
  }
  return links.map(link => ({
    id: link.id,
    source: link.source,
    shared: link.shared,
    src_device_id: link.src_device_id,
    dest_device_id: link.dest_device_id,
    src_iface: portAt(link.src_interface_id),
    dest_iface: portAt(link.dest_interface_id),
    src_aggregate_id: link.src_aggregate_id,
    dest_aggregate_id: link.dest_aggregate_id,
    path: link.path,
    ...loadView(link),
  }))
}
