import { Type as T } from 'typebox'
import { Reply, withDevices, type Routes, type Source } from '@linecard/plugin-kit'
import { IpBody, IpQuery, IpWithFdbBody, IpWithFdbQuery, MacBody, MacQuery } from './bodies.ts'
import { searchIp } from './ip.ts'
import { searchMac } from './mac.ts'
import { ArpRecord, FoundByIp, FoundByIpMeta, FoundMac, DeviceSearchMeta } from './schemas.ts'
import type { Searching } from './setup.ts'

const permission = 'search_device'
const tag = 'search'
const asked =
  'By default devices are asked now, many at a time; `meta` counts their results. ' +
  'Only devices that you see are asked.'
const mac = {
  tag,
  permission,
  scope: 'group',
  asksDevice: true,
  errors: [404],
  summary: 'Where a MAC address is: devices are asked, the best place first',
  response: T.Array(FoundMac),
  meta: DeviceSearchMeta,
  description:
    'Access ports and ONUs come before uplinks. Devices that had it last are asked first. ' +
    'If one of them shows it at an access port, the others are not asked, except with `all`. ' +
    `from=store asks no device. ${asked}`,
} as const
const ip = {
  tag,
  permission,
  scope: 'group',
  asksDevice: true,
  errors: [404],
  summary: 'Who has an IP address, by the ARP tables of routers',
  response: T.Array(ArpRecord),
  meta: DeviceSearchMeta,
  description: asked,
} as const
const both = {
  tag,
  permission,
  scope: 'group',
  asksDevice: true,
  errors: [404],
  summary: "Where an IP address is: the routers' ARP tables, then the port of its MAC address",
  response: FoundByIp,
  meta: FoundByIpMeta,
  description: asked,
} as const

export function routes(declare: Routes, searching: Searching): void {
  const base = '/component/search_device'
  type By = Parameters<Searching['run']>[2]
  const embedded = <R extends { device: { id: number } }>(rows: readonly R[], { caller }: By) =>
    withDevices(searching.ctx, caller, rows)
  const byMac = async (wanted: Parameters<typeof searchMac>[1] & { from?: Source }, by: By) => {
    const { from: _, ...rest } = wanted
    const { rows, meta } = await searching.run('mac', wanted, by, asking => searchMac(asking, rest))
    return new Reply(await embedded(rows, by), meta)
  }
  const byIp = async (wanted: Parameters<typeof searchIp>[1] & { from?: Source }, by: By) => {
    const { from: _, ...rest } = wanted
    const { rows, meta } = await searching.run('ip', wanted, by, asking => searchIp(asking, rest))
    return new Reply(await embedded(rows, by), meta)
  }
  const byIpAndMac = async (
    {
      ip: address,
      routers,
      devices,
      group_id,
      all,
      from,
    }: Parameters<typeof searchIp>[1] & {
      routers?: readonly (string | number)[]
      all?: boolean
      from?: Source
    },
    by: By,
  ) => {
    const { data, meta } = await searching.run('ip-with-fdb', { from }, by, async asking => {
      const arp = await searchIp(asking, { ip: address, devices: routers, group_id })
      const resolved = arp.rows.find(row => row.mac !== undefined)?.mac
      const fdb =
        resolved === undefined ? null : await searchMac(asking, { mac: resolved, devices, group_id, all })
      const [arps, fdbs] = await Promise.all([embedded(arp.rows, by), embedded(fdb?.rows ?? [], by)])
      return {
        data: { arp: arps[0] ?? null, fdb: fdbs[0] ?? null, arps, fdbs },
        meta: { arp: arp.meta, fdb: fdb?.meta ?? null },
      }
    })
    return new Reply(data, meta)
  }

  declare.get(
    `${base}/search-mac`,
    { ...mac, operationId: 'search-device.mac.get', query: MacQuery },
    ({ query, ...by }) => byMac(query, by),
  )
  declare.post(
    `${base}/search-mac`,
    { ...mac, operationId: 'search-device.mac.post', readOnly: true, body: MacBody },
    ({ body, ...by }) => byMac(body, by),
  )
  declare.get(
    `${base}/search-ip`,
    { ...ip, operationId: 'search-device.ip.get', query: IpQuery },
    ({ query, ...by }) => byIp(query, by),
  )
  declare.post(
    `${base}/search-ip`,
    { ...ip, operationId: 'search-device.ip.post', readOnly: true, body: IpBody },
    ({ body, ...by }) => byIp(body, by),
  )
  declare.get(
    `${base}/search-ip-with-fdb`,
    { ...both, operationId: 'search-device.ip-with-fdb.get', query: IpWithFdbQuery },
    ({ query, ...by }) => byIpAndMac(query, by),
  )
  declare.post(
    `${base}/search-ip-with-fdb`,
    { ...both, operationId: 'search-device.ip-with-fdb.post', readOnly: true, body: IpWithFdbBody },
    ({ body, ...by }) => byIpAndMac(body, by),
  )
}
