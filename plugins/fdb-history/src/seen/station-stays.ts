import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { stationKey, type Station } from './stations.ts'
import { tables } from '../tables.ts'
import type { StayTable } from '../stays/store.ts'

type Row = {
  id: string
  interface_id: number
  mac: string
  vlan_id: number
  first_seen: Date
  last_seen: Date
  closed_at: Date | null
  flaps: number
}
const keyOf = ({ interface_id: id, mac, vlan_id: vlan }: Row) => stationKey(id, mac, vlan)

const stays = (em: SqlEntityManager, deviceId: number) =>
  tables(em)
    .selectFrom('fdb_history_interval')
    .select(['id', 'interface_id', 'mac', 'vlan_id', 'first_seen', 'last_seen', 'closed_at', 'flaps'])
    .where('device_id', '=', deviceId)

/** Stays of MAC addresses on ports. */
export const stationStays: StayTable<Station> = {
  kind: 'fdb',
  name: 'fdb_history_interval',
  placeOf: ({ interface_id: id }) => id,
  // As `stationKey` writes them; made by the database, because a device has many.
  open: (em, deviceId) =>
    tables(em)
      .selectFrom('fdb_history_interval')
      .select(['id', sql<string>`interface_id || ' ' || mac || ' ' || vlan_id`.as('key')])
      .where('device_id', '=', deviceId)
      .where('closed_at', 'is', null)
      .execute(),
  async recent(em, deviceId, macs, since) {
    const rows: Row[] = await stays(em, deviceId)
      .where(sql<boolean>`mac = any (${macs}::macaddr[])`)
      .where(sql<boolean>`(closed_at is null or closed_at >= ${since}::timestamptz)`)
      .execute()
    return rows.map(row => ({ ...row, key: keyOf(row), subject: row.mac, place: String(row.interface_id) }))
  },
  // An interface that was removed in the meantime is left out.
  insert: (em, deviceId, rows, time) =>
    sql`
      insert into fdb_history_interval (device_id, interface_id, mac, vlan_id, first_seen, last_seen)
      select ${deviceId}::int, r.interface_id, r.mac, r.vlan_id, seen.at, seen.at from unnest(
        ${rows.map(row => row.interface_id)}::int[], ${rows.map(({ mac }) => mac)}::macaddr[],
        ${rows.map(row => row.vlan_id)}::smallint[]
      ) as r (interface_id, mac, vlan_id), (values (${time}::timestamptz)) as seen (at)`.execute(tables(em)),
}
