import type { ResultOf } from '@linecard/driver-kit'
import { lldpInfo } from '@linecard/driver-kit/modules'
import {
  canonicalAddress,
  metaOf,
  type Caller,
  type Context,
  type NamedInterface,
} from '@linecard/plugin-kit'
import { gather, type Asking } from './ask.ts'
import type { Config } from './config.ts'
import type { InterfaceLinks } from './schemas.ts'

type Remote = ResultOf<typeof lldpInfo>['remotes'][number]

/** The devices at these addresses that the caller sees. */
async function devicesAt(
  ctx: Context<Config>,
  { groupIds }: Caller,
  ips: readonly string[],
): Promise<Map<string, { id: number; ip: string; name: string }>> {
  if (ips.length === 0) return new Map()
  const groups = groupIds && `{${groupIds.join(',')}}`
  const rows = await ctx
    .em()
    .execute<{ id: number; ip: string; name: string }[]>(
      'select d.id, host(d.ip) as ip, d.name from inventory_device d where d.ip = any (?::inet[]) and (?::int[] is null or d.group_id = any (?::int[]))',
      [`{${ips.join(',')}}`, groups, groups],
    )
  return new Map(rows.map(row => [row.ip, row]))
}

const filled = (page: string, id: number, deviceId: number) =>
  page.replaceAll('{id}', String(id)).replaceAll('{device_id}', String(deviceId))

/** Pages of an interface, and what its device says stands at the other end. */
export async function linksOf(
  port: NamedInterface,
  asking: Asking,
): Promise<{ data: InterfaceLinks; meta: ReturnType<typeof metaOf> }> {
  const { ctx, caller, target } = asking
  const { device_page, interface_page } = ctx.config
  const address = ctx.use('panel').address()
  const page = (rel: 'interface' | 'device', path: string) => ({
    rel,
    path,
    url: address === null ? null : address + path,
  })
  const supported = ctx.use('equipment').supports(target.modelKey, lldpInfo)
  const parts = supported ? await gather([{ module: lldpInfo, args: {} }], asking) : new Map()
  const answer = parts.get(lldpInfo.name)?.data as ResultOf<typeof lldpInfo> | undefined
  const remotes = answer?.remotes.filter(
    ({ loc_interface: at }) => at !== null && String(at.id) === port.bind_key,
  )
  const known = await devicesAt(
    ctx,
    caller,
    (remotes ?? []).flatMap(({ rem_mgmt_address: ip }) => (ip && canonicalAddress(ip)) ?? []),
  )
  const neighbour = ({
    rem_chassis_id: chassis_id,
    rem_interface: port_id,
    rem_port_descr: port_descr,
    rem_name: name,
    rem_descr: descr,
    rem_mgmt_address: mgmt_address,
  }: Remote) => ({
    source: 'lldp' as const,
    chassis_id,
    port_id,
    port_descr,
    name,
    descr,
    mgmt_address,
    device: known.get((mgmt_address && canonicalAddress(mgmt_address)) ?? '') ?? null,
  })
  return {
    data: {
      pages: [
        page('interface', filled(interface_page, port.id, port.device_id)),
        page('device', filled(device_page, port.device_id, port.device_id)),
        { rel: 'card', path: `/component/diagnostic/interface/${port.id}/diag/html`, url: null },
      ],
      neighbours: remotes?.map(neighbour) ?? null,
    },
    meta: metaOf(parts),
  }
}
