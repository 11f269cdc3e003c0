import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { parseMac } from '@linecard/driver-kit/codecs'
import { Type as T, type Static } from 'typebox'
import { Id, closedObject, text, type Caller } from '@linecard/plugin-kit'
import { canonicalIp } from '../address.ts'
import { fail } from '../errors.ts'
import { identForms } from './ident.ts'
import { interfacesById, type ShownInterface } from './find.ts'

/** Interfaces that a search gives at most: a router's address is on an uplink of every device. */
const MOST = 1000
/** A MAC address that no reading has confirmed for so long is not active any more, whatever was said then. */
const ACTIVE_MS = 86_400_000

export const InterfaceSearch = closedObject({
  device_id: T.Optional(Id),
  device_ip: T.Optional(text(60)),
  interface_name: T.Optional(text(200, { description: 'The whole name, in any case: epon0/1:1, 1/3' })),
  interface_bind_key: T.Optional(T.String({ pattern: '^[0-9]{0,18}$' })),
  ont_ident: T.Optional(
    text(100, {
      description:
        'Serial number of an ONU as letters and digits or as hexadecimal, or its MAC address, in any notation',
    }),
  ),
  mac_address: T.Optional(
    text(100, { description: 'MAC address of a client, learnt from the FDB of the device; in any notation' }),
  ),
  only_active_mac: T.Optional(
    T.Enum(['1', '0', 'true', 'false', ''], {
      description: '1: only where the MAC address is at present; else also where it was',
    }),
  ),
})
type Search = Static<typeof InterfaceSearch>

/** A condition on the interface `i` and what stands for its question marks. */
type Condition = readonly [sql: string, ...values: unknown[]]

/** Devices come by subqueries that give one value: a join may be planned as a reading of all devices. */
function conditions({ groupIds }: Caller, search: Search): Condition[] {
  const {
    device_id: id,
    device_ip: ip,
    interface_name: name,
    interface_bind_key: key,
    ont_ident: ident,
  } = search
  const asked: Condition[] = [
    ...(id === undefined ? [] : [['i.device_id = ?', id] as const]),
    ...(ip
      ? [
          [
            'i.device_id = (select id from inventory_device where ip = ?::inet)',
            canonicalIp(ip, 'device_ip'),
          ] as const,
        ]
      : []),
    ...(name ? [['lower(i.name) = lower(?)', name] as const] : []),
    ...(key ? [['i.bind_key = ?::bigint', key] as const] : []),
  ]
  if (ident) {
    const { serials, mac } = identForms(ident)
    asked.push([
      `i.type = 'ONU' and (upper(i.serial) in (${serials.map(() => '?').join(', ')})${mac ? ' or i.mac = ?' : ''})`,
      ...serials,
      ...(mac ? [mac] : []),
    ])
  }
  if (asked.length === 0 && !search.mac_address) {
    const message =
      'one of device_id, device_ip, interface_name, interface_bind_key, ont_ident, mac_address is needed'
    throw fail('INVENTORY_SEARCH_EMPTY', {}, [{ path: 'mac_address', message }])
  }
  return groupIds === null
    ? asked
    : [
        ...asked,
        [
          '(select d.group_id from inventory_device d where d.id = i.device_id) = any (?::int[])',
          `{${groupIds.join(',')}}`,
        ],
      ]
}

function macOf(mac: string): string {
  const known = parseMac(mac)
  if (!known)
    throw fail('INVENTORY_MAC_INVALID', { mac }, [{ path: 'mac_address', message: 'no MAC address' }])
  return known
}

const together = (parts: readonly Condition[]) => ({
  all: parts.map(([sql]) => `(${sql})`).join(' and '),
  values: parts.flatMap(([, ...values]) => values),
})

/** Ids of the interfaces, in their order, as one statement. */
export function searchQuestion(
  caller: Caller,
  search: Search,
  now: Date,
): { text: string; values: unknown[] } {
  const asked = conditions(caller, search)
  if (!search.mac_address) {
    const { all, values } = together(asked)
    return { text: `select i.id from inventory_interface i where ${all} order by i.id limit ${MOST}`, values }
  }
  const isActive: Condition = [
    's.active and s.last_seen >= ?::timestamptz',
    new Date(now.getTime() - ACTIVE_MS),
  ]
  const onlyActive = search.only_active_mac === '1' || search.only_active_mac === 'true'
  const { all, values } = together([
    ['s.mac = ?::macaddr', macOf(search.mac_address)],
    ...(onlyActive ? [isActive] : []),
    ...asked,
  ])
  return {
    text: `
      select s.interface_id as id from inventory_sighting s ${asked.length > 0 ? 'join inventory_interface i on i.id = s.interface_id' : ''}
      left join inventory_sighting_port p on p.interface_id = s.interface_id where ${all}
      group by s.interface_id, p.macs order by bool_or(${isActive[0]}) desc, p.macs nulls last, max(s.last_seen) desc, s.interface_id limit ${MOST}`,
    values: [...values, isActive[1]],
  }
}

/**
 * Interfaces that fit all that is said, 1000 at most. By a client's MAC address those where it is now come
 * first, and of them the port that carries the fewest addresses: that is the access port, the others lead
 * there.
 */
export async function searchInterfaces(
  em: SqlEntityManager,
  caller: Caller,
  search: Search,
  now: Date,
): Promise<ShownInterface[]> {
  const { text: sql, values } = searchQuestion(caller, search, now)
  const rows = await em.execute<{ id: number }[]>(sql, values)
  return interfacesById(
    em,
    rows.map(({ id }) => id),
  )
}
