import { visibleDevices } from '@linecard/inventory/read'
import { canonicalAddress, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import type { HolderView } from '../schemas.ts'
import { tables } from '../tables.ts'
import type { WhoQuery } from './bodies.ts'
import { lastSeen, seenOf, vlanView, withPlaces, type SeenRow } from './rows.ts'

/** Stays that one question looks at, at most. */
const [mostHolders, mostPlaces] = [50, 200]
/** MAC addresses of a port that are counted. */
const mostMacs = 1000

type Holder = SeenRow & { mac: string }
type Spot = Holder & { macs: number; type: string | null }

/** How sure it is that a stay was there at a time. */
export function certaintyOf({ first_seen: first, last_seen: last, flaps }: SeenRow, time: Date) {
  const [late, early] = [time.getTime() - last.getTime(), first.getTime() - time.getTime()]
  const gapSec = Math.ceil(Math.max(late, early, 0) / 1000)
  const word = early > 0 ? 'after' : late > 0 ? 'before' : flaps > 0 ? 'flapping' : 'certain'
  return { certainty: word, gap_sec: gapSec } as const
}

const seenBy = (em: SqlEntityManager, caller: Caller) =>
  sql`join (${visibleDevices(em, caller)}) d on d.id = s.device_id`

/** Stays of the IP address that touch the time, or come within `near` of it. */
const holdersAt = (em: SqlEntityManager, caller: Caller, ip: string, time: Date, near: string) =>
  sql<Holder>`
    select upper(s.mac::text) as mac, s.device_id, s.interface_id, s.vlan_id, s.first_seen,
      ${lastSeen} as last_seen, s.closed_at, s.flaps
    from fdb_history_address s ${seenBy(em, caller)}
    left join fdb_history_reading r on r.device_id = s.device_id and r.kind = 'arp'
    where s.ip = ${ip}::inet and s.first_seen <= ${time}::timestamptz + ${near}::interval
      and (s.closed_at is null or s.closed_at >= ${time}::timestamptz - ${near}::interval)
    order by s.first_seen desc limit ${mostHolders}`

/** The same of MAC addresses on ports, with the number of addresses that each port had. */
const spotsAt = (
  em: SqlEntityManager,
  caller: Caller,
  macs: readonly string[],
  time: Date,
  near: string,
) => sql<Spot>`
    select s.*, (
      select count(*)::int from (
        select from fdb_history_interval o
        where o.interface_id = s.interface_id and o.first_seen <= greatest(${time}::timestamptz, s.first_seen)
          and (o.closed_at is null or o.closed_at > ${time}::timestamptz)
        limit ${mostMacs}
      ) counted
    ) as macs from (
      select upper(s.mac::text) as mac, s.device_id, s.interface_id, s.vlan_id, s.first_seen,
        ${lastSeen} as last_seen, s.closed_at, s.flaps
      from fdb_history_interval s ${seenBy(em, caller)}
      left join fdb_history_reading r on r.device_id = s.device_id and r.kind = 'fdb'
      where s.mac = any (${[...macs]}::macaddr[])
        and s.first_seen <= ${time}::timestamptz + ${near}::interval
        and (s.closed_at is null or s.closed_at >= ${time}::timestamptz - ${near}::interval)
      order by s.first_seen desc limit ${mostPlaces}
    ) s`

/** @throws FDB_HISTORY_IP_INVALID */
function addressOf(text: string): string {
  const ip = canonicalAddress(text.trim())
  if (ip === null)
    throw fail('FDB_HISTORY_IP_INVALID', { ip: text }, [{ path: 'ip', message: 'is no IP address' }])
  return ip
}

const order = ['certain', 'flapping', 'before', 'after'] as const

/**
 * Who had an IP address at a time: the MAC addresses that routers had for it, and where each of these was
 * then. The surest answers come first; of places those behind ONUs, then the ports with the fewest
 * addresses.
 * @throws FDB_HISTORY_IP_INVALID
 */
export async function whoHad(ctx: Context<Config>, caller: Caller, query: WhoQuery): Promise<HolderView[]> {
  const [ip, em] = [addressOf(query.ip), ctx.em()]
  const time = query.time === undefined ? ctx.clock() : new Date(query.time)
  const near = `${ctx.config.gap_min} minutes`
  const { rows } = await holdersAt(em, caller, ip, time, near).execute(tables(em))
  const macs = [...new Set(rows.map(({ mac }) => mac))]
  const { rows: found } = macs.length
    ? await spotsAt(em, caller, macs, time, near).execute(tables(em))
    : { rows: [] }
  const spots = Map.groupBy(await withPlaces(ctx, caller, found), ({ mac }) => mac)
  const holders = await withPlaces(ctx, caller, rows)
  return holders
    .map(({ mac, device, interface: port, ...row }) => ({
      mac,
      ...certaintyOf(row, time),
      vlan_id: vlanView(row.vlan_id),
      router: device,
      router_interface: port,
      ...seenOf(row),
      places: (spots.get(mac) ?? [])
        .map(spot => ({
          device: spot.device,
          interface: spot.interface,
          vlan_id: vlanView(spot.vlan_id),
          ...certaintyOf(spot, time),
          macs: spot.macs,
          ...seenOf(spot),
        }))
        .toSorted(
          (a, b) =>
            order.indexOf(a.certainty) - order.indexOf(b.certainty) ||
            Number(b.interface?.type === 'ONU') - Number(a.interface?.type === 'ONU') ||
            a.macs - b.macs ||
            a.gap_sec - b.gap_sec,
        ),
    }))
    .toSorted((a, b) => order.indexOf(a.certainty) - order.indexOf(b.certainty) || a.gap_sec - b.gap_sec)
}
