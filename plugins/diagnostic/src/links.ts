import type { ResultOf } from '@linecard/driver-kit'
import { lldpInfo } from '@linecard/driver-kit/modules'
import {
  canonicalAddress,
  metaOf,
  withDevices,
  type Caller,
  type Context,
  type NamedInterface,
} from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import { gather, type DiagnosisAsking } from './ask.ts'
import type { Config } from './config.ts'
import type { InterfaceLinks } from './schemas/links.ts'

type Remote = ResultOf<typeof lldpInfo>['remotes'][number]

/** The devices with these addresses that the caller sees, by address. */
async function devicesAt(
  ctx: Context<Config>,
  caller: Caller,
  ips: readonly string[],
): Promise<Map<string, { id: number; ip: string; name: string }>> {
  if (ips.length === 0) return new Map()
  const em = ctx.em()
  const rows = await em
    .getKysely<Record<never, never>>()
    .selectFrom(visibleDevices(em, caller).as('d'))
    .select(['d.id', sql<string>`host(d.ip)`.as('ip'), 'd.name'])
    .where(sql<boolean>`d.ip = any (${[...ips]}::inet[])`)
    .execute()
  return new Map(rows.map(row => [row.ip, row]))
}

const filled = (page: string, id: number, deviceId: number) =>
  page.replaceAll('{id}', String(id)).replaceAll('{device_id}', String(deviceId))

const neighbourOf = (
  remote: Remote,
  known: ReadonlyMap<string, { id: number; ip: string; name: string }>,
) => {
  const address = remote.rem_mgmt_address
  return {
    source: 'lldp' as const,
    chassis_id: remote.rem_chassis_id,
    port_id: remote.rem_interface,
    port_descr: remote.rem_port_descr,
    name: remote.rem_name,
    descr: remote.rem_descr,
    mgmt_address: address,
    device: known.get((address && canonicalAddress(address)) ?? '') ?? null,
  }
}

/** Pages of an interface, and the devices at its other end. */
export async function linksOf(
  port: NamedInterface,
  asking: DiagnosisAsking,
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
  return {
    data: {
      pages: [
        page('interface', filled(interface_page, port.id, port.device_id)),
        page('device', filled(device_page, port.device_id, port.device_id)),
        { rel: 'card', path: `/component/diagnostic/interface/${port.id}/diag/html`, url: null },
      ],
      neighbours: remotes
        ? await withDevices(
            ctx,
            caller,
            remotes.map(remote => neighbourOf(remote, known)),
          )
        : null,
    },
    meta: metaOf(parts),
  }
}
