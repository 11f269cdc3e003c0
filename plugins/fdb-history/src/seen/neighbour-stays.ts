import { canonicalAddress } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { neighbourKey, type Neighbour } from './neighbours.ts'
import { tables } from '../tables.ts'
import type { StayTable } from '../stays/store.ts'

const stays = (em: SqlEntityManager, deviceId: number) =>
  tables(em)
    .selectFrom('fdb_history_address')
    .select(['id', 'mac', 'first_seen', 'last_seen', 'closed_at', 'flaps'])
    .select(sql<string>`host(ip)`.as('ip'))
    .where('device_id', '=', deviceId)

/** PostgreSQL writes some IPv6 addresses otherwise. */
const keyOf = ({ ip, mac }: { ip: string; mac: string }) => neighbourKey(canonicalAddress(ip) ?? ip, mac)

/** Stays of IP addresses at MAC addresses. */
export const neighbourStays: StayTable<Neighbour> = {
  kind: 'arp',
  name: 'fdb_history_address',
  // One address scan must not displace the others behind a router: only the limit of the device counts.
  placeOf: ({ key }) => key,
  async open(em, deviceId) {
    const rows = await stays(em, deviceId).where('closed_at', 'is', null).execute()
    return rows.map(row => ({ id: row.id, key: keyOf(row) }))
  },
  async recent(em, deviceId, ips, since) {
    const rows = await stays(em, deviceId)
      .where(sql<boolean>`ip = any (${ips}::inet[])`)
      .where(sql<boolean>`(closed_at is null or closed_at >= ${since}::timestamptz)`)
      .execute()
    return rows.map(row => ({
      ...row,
      key: keyOf(row),
      subject: canonicalAddress(row.ip) ?? row.ip,
      place: row.mac,
    }))
  },
  insert: (em, deviceId, rows, time) =>
    sql`
      insert into fdb_history_address
        (device_id, interface_id, ip, mac, vlan_id, first_seen, last_seen)
      select ${deviceId}::int, r.interface_id, r.ip, r.mac, r.vlan_id, seen.at, seen.at from unnest(
        ${rows.map(row => row.interface_id)}::int[], ${rows.map(({ ip }) => ip)}::inet[],
        ${rows.map(({ mac }) => mac)}::macaddr[], ${rows.map(row => row.vlan_id)}::smallint[]
      ) as r (interface_id, ip, mac, vlan_id), (values (${time}::timestamptz)) as seen (at)`.execute(
      tables(em),
    ),
}
