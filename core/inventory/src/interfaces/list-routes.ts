import { Type as T, type Static } from 'typebox'
import {
  DeviceParams,
  ListMeta,
  Reply,
  type Routes,
  closedObject,
  idOf,
  text,
  type Caller,
} from '@linecard/plugin-kit'
import { deviceById } from '../devices/find.ts'
import { idNamed } from '../devices/named.ts'
import type { Inventory } from '../inventory.ts'
import { InterfaceCounts, InterfaceView } from './schemas.ts'
import { interfaceView } from './view.ts'
import { InterfaceQuery } from './bodies.ts'
import { interfacesOf, listInterfaces, interfacesById } from './find.ts'
import { StatisticsQuery, interfaceCounts, interfaceTypes } from './statistics.ts'
import { createTotals } from './totals.ts'
import { parseMac } from '@linecard/driver-kit/codecs'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { canonicalIp } from '../address.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import { inGroups } from '../visibility.ts'
import type { ShownInterface } from './shown.ts'
import { identForms } from './ident.ts'
import { closedType } from '../closed-type.ts'

/** Most interfaces that a search finds: a router's address is on an uplink of every device. */
const maxHits = 1000
/** After this time without a reading that confirms it, a MAC address is not active any more. */
const activeMs = 86_400_000

export const InterfaceSearch = closedObject({
  device_id: T.Optional(idOf('the device')),
  device_ip: T.Optional(text(60, { description: 'Address of the device' })),
  interface_name: T.Optional(text(200, { description: 'The whole name, in any case: epon0/1:1, 1/3' })),
  interface_bind_key: T.Optional(
    T.String({ pattern: '^[0-9]{0,18}$', description: 'Bind key on its device' }),
  ),
  ont_ident: T.Optional(
    text(100, {
      description:
        'Serial number of an ONU, as letters and digits or as hexadecimal digits, or its MAC address',
    }),
  ),
  mac_address: T.Optional(text(100, { description: 'MAC address of a client, from the FDB of the device' })),
  only_active_mac: T.Optional(
    T.Enum(['1', '0', 'true', 'false', ''], {
      description: '1: only interfaces where the MAC address is now. Otherwise also those where it was',
    }),
  ),
})
type Search = Static<typeof InterfaceSearch>

/**
 * Conditions on the interface `i`. Devices are found by subqueries with one value, because PostgreSQL may
 * plan a join as a scan of all devices.
 */
function conditions(caller: Caller, search: Search): RawBuilder<unknown>[] {
  const {
    device_id: id,
    device_ip: ip,
    interface_name: name,
    interface_bind_key: key,
    ont_ident: ident,
  } = search
  const asked = [
    ...(id === undefined ? [] : [sql`i.device_id = ${id}`]),
    ...(ip
      ? [
          sql`i.device_id = (
            select id from inventory_device where ip = ${canonicalIp(ip, 'device_ip')}::inet
          )`,
        ]
      : []),
    ...(name ? [sql`lower(i.name) = lower(${name})`] : []),
    ...(key ? [sql`i.bind_key = ${key}::bigint`] : []),
    ...(ident ? [isOnu(ident)] : []),
  ]
  if (asked.length === 0 && !search.mac_address) {
    const message =
      'one of device_id, device_ip, interface_name, interface_bind_key, ont_ident, mac_address is needed'
    throw fail('INVENTORY_SEARCH_EMPTY', {}, [{ path: 'mac_address', message }])
  }
  const visible = inGroups(caller, 'd.group_id')
  return visible
    ? [...asked, sql`(select ${visible} from inventory_device d where d.id = i.device_id)`]
    : asked
}

function isOnu(ident: string): RawBuilder<unknown> {
  const { serials, mac } = identForms(ident)
  const hasMac = mac ? sql` or i.mac = ${mac}` : sql``
  return sql`i.type = 'ONU' and (upper(i.serial) in (${sql.join(serials)})${hasMac})`
}

function macOf(mac: string): string {
  const known = parseMac(mac)
  if (!known)
    throw fail('INVENTORY_MAC_INVALID', { mac }, [{ path: 'mac_address', message: 'is not a MAC address' }])
  return known
}

const allOf = (parts: readonly RawBuilder<unknown>[]) =>
  sql.join(
    parts.map(part => sql`(${part})`),
    sql` and `,
  )

/** Ids of the interfaces, in their order, as one statement. */
export function searchQuestion(caller: Caller, search: Search, now: Date): RawBuilder<{ id: number }> {
  const asked = conditions(caller, search)
  const open = sql`i.type <> ${sql.lit(closedType)}`
  if (!search.mac_address)
    return sql`
      select i.id from inventory_interface i where ${allOf([...asked, open])}
      order by i.id limit ${maxHits}`
  const isActive = sql`s.active and s.last_seen >= ${new Date(now.getTime() - activeMs)}::timestamptz`
  const onlyActive = search.only_active_mac === '1' || search.only_active_mac === 'true'
  const where = allOf([
    sql`s.mac = ${macOf(search.mac_address)}::macaddr`,
    ...(onlyActive ? [isActive] : []),
    ...(asked.length > 0 ? [...asked, open] : []),
  ])
  return sql`
    select s.interface_id as id from inventory_sighting s
    ${asked.length > 0 ? sql`join inventory_interface i on i.id = s.interface_id` : sql``}
    left join inventory_sighting_port p on p.interface_id = s.interface_id where ${where}
    group by s.interface_id, p.macs
    order by bool_or(${isActive}) desc, p.macs nulls last, max(s.last_seen) desc, s.interface_id
    limit ${maxHits}`
}

/**
 * Interfaces that match all conditions, at most 1000. For the MAC address of a client, the interfaces where
 * it is now come first, sorted by their number of addresses: the first is the access port, the others lead to
 * it.
 */
async function searchInterfaces(
  em: SqlEntityManager,
  caller: Caller,
  search: Search,
  now: Date,
): Promise<ShownInterface[]> {
  const { rows } = await searchQuestion(caller, search, now).execute(tables(em))
  return interfacesById(
    em,
    rows.map(({ id }) => id),
  )
}

const tag = 'device-interface'

/** Lists of stored interfaces. */
export function interfaceLists(routes: Routes, { ctx }: Inventory): void {
  const totals = createTotals()

  routes.get(
    '/device-interface',
    {
      operationId: 'inventory.interfaces.list',
      scope: 'group',
      tag,
      summary: 'Stored interfaces and ONUs',
      description:
        'Reads the inventory and asks no device: ports, PON ports, ONUs and interfaces that people ' +
        "added, as they were read last. Only of devices of the caller's groups. All filters have to " +
        'hold.',
      permission: 'device_show',
      query: InterfaceQuery,
      response: T.Array(InterfaceView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { interfaces, meta } = await listInterfaces(ctx.em(), caller, query, totals)
      return new Reply(interfaces.map(interfaceView), meta)
    },
  )

  routes.get(
    '/device-interface/search',
    {
      operationId: 'inventory.interfaces.search',
      scope: 'group',
      tag,
      summary: 'Interfaces by device, name, bind key, ONU or the MAC address of a client',
      permission: 'device_show',
      description:
        'At least one of them is needed. The answer is a list of 1000 interfaces at most. ' +
        'For mac_address the port with the fewest addresses comes first: that is the access port.',
      query: InterfaceSearch,
      response: T.Array(InterfaceView),
    },
    async ({ caller, query }) =>
      (await searchInterfaces(ctx.em(), caller, query, ctx.clock())).map(interfaceView),
  )

  routes.get(
    '/device-interface/by-device/:deviceId',
    {
      operationId: 'inventory.interfaces.by-device',
      scope: 'group',
      tag,
      summary: 'All stored interfaces of a device',
      description:
        'Without pages, in the order of the device, as they were read last. The device is not asked.',
      permission: 'device_show',
      params: DeviceParams,
      response: T.Array(InterfaceView),
    },
    async ({ caller, params }) => {
      const em = ctx.em()
      const id = await idNamed(em, caller, params.deviceId, 'deviceId')
      await deviceById(em, caller, id)
      return (await interfacesOf(em, id)).map(interfaceView)
    },
  )
}

/** Types and numbers of stored interfaces. */
export function interfaceSummaries(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device-interface/types',
    {
      operationId: 'inventory.interfaces.types',
      scope: 'all',
      tag,
      summary: 'Types of the stored interfaces',
      description: 'For a field that filters by type. Types are words such as ETH, SFP, PON and ONU.',
      permission: 'device_show',
      response: T.Array(T.String()),
      example: ['ETH', 'ONU', 'PON'],
    },
    () => interfaceTypes(ctx.em()),
  )

  routes.get(
    '/device-interface/statistics',
    {
      operationId: 'inventory.interfaces.statistics',
      scope: 'group',
      tag,
      summary: 'How many interfaces of each type are up, down and unknown',
      description:
        'Counts from the inventory, of the devices that the caller sees; of one device or one group ' +
        'with the parameters.',
      permission: 'device_show',
      query: StatisticsQuery,
      response: T.Array(InterfaceCounts),
    },
    ({ caller, query }) => interfaceCounts(ctx.em(), caller, query),
  )
}
