import type { World } from '@linecard/test-kit/worlds/core'
import { macOf, type Network, type Round } from './network.ts'

/**
 * How others keep an FDB: a row for each sighting, or a row for each place whose time is written each
 * time.
 */
export const others = {
  'one row per sighting': {
    table: 'bench_sighting',
    make: `create table bench_sighting (device_id integer not null, interface_id integer not null, mac macaddr not null, vlan_id smallint not null, seen_at timestamptz(3) not null);
      create index on bench_sighting (mac, seen_at); create index on bench_sighting (interface_id, seen_at); create index on bench_sighting (device_id, seen_at); create index on bench_sighting (vlan_id, seen_at)`,
    write: `insert into bench_sighting select $1::int, i, m, v, $5::timestamptz from unnest($2::int[], $3::macaddr[], $4::smallint[]) as r (i, m, v)`,
  },
  'upsert of last_seen': {
    table: 'bench_upsert',
    make: `create table bench_upsert (device_id integer not null, interface_id integer not null, mac macaddr not null, vlan_id smallint not null, first_seen timestamptz(3) not null, last_seen timestamptz(3) not null, primary key (interface_id, mac, vlan_id)) with (fillfactor = 80);
      create index on bench_upsert (mac); create index on bench_upsert (device_id); create index on bench_upsert (vlan_id)`,
    write: `insert into bench_upsert select $1::int, i, m, v, $5::timestamptz, $5::timestamptz from unnest($2::int[], $3::macaddr[], $4::smallint[]) as r (i, m, v)
      on conflict (interface_id, mac, vlan_id) do update set last_seen = excluded.last_seen`,
  },
} as const

export async function writeRound(
  world: World,
  { firstInterface }: Network,
  write: string,
  { seen }: Round,
  time: Date,
): Promise<void> {
  for (const [device, rows] of seen)
    await world.sql(write, [
      device,
      rows.map(([, port]) => firstInterface(device) + port - 1),
      rows.map(([mac]) => macOf(mac)),
      rows.map(([mac]) => 100 + (mac % 40)),
      time.toISOString(),
    ])
}

/**
 * 30 days of stays as the plugin writes them, made by the database: each address is away twice a day for
 * more than the gap, and 5 % a day are at another port. Ends at `until`; the last stay of each goes on.
 */
export const thirtyDays = (
  olts: number,
  onus: number,
  onuMacs: number,
  switches: number,
  ports: number,
  macs: number,
  until: string,
) => `
  insert into fdb_history_interval (device_id, interface_id, mac, vlan_id, first_seen, last_seen, closed_at)
  select device, case when device <= ${olts} then (device - 1) * ${onus} + 1 + port % ${onus}
      else ${olts * onus} + (device - ${olts} - 1) * ${ports} + 1 + port % ${ports} end,
    ('02:00:00:' || lpad(to_hex(n >> 16), 2, '0') || ':' || lpad(to_hex((n >> 8) & 255), 2, '0') || ':' || lpad(to_hex(n & 255), 2, '0'))::macaddr,
    100 + n % 40, began, began + interval '9 hours', case when k > 0 then began + interval '9 hours 10 minutes' end
  from generate_series(59, 0, -1) k cross join generate_series(0, ${macs - 1}) n
  cross join lateral (select case when n < ${onuMacs} then 1 + n % ${olts} else ${olts} + 1 + (n - ${onuMacs}) % ${switches} end as device,
    case when n < ${onuMacs} then n / ${olts} else (n - ${onuMacs}) / ${switches} end + case when hashint4(n * 61 + k / 2) % 20 = 0 then k else 0 end as port,
    timestamptz '${until}' - k * interval '12 hours' - interval '9 hours' + n % 7200 * interval '1 second' as began) at`

export const thirtyDaysOfAddresses = (macs: number, until: string) => `
  insert into fdb_history_address (device_id, interface_id, ip, mac, vlan_id, first_seen, last_seen, closed_at)
  select 1, null, inet '100.64.0.0' + n, ('02:00:00:' || lpad(to_hex(m >> 16), 2, '0') || ':' || lpad(to_hex((m >> 8) & 255), 2, '0') || ':' || lpad(to_hex(m & 255), 2, '0'))::macaddr,
    100 + m % 40, began, began + interval '71 hours', case when k > 0 then began + interval '72 hours' end
  from generate_series(9, 0, -1) k cross join generate_series(0, ${macs - 1}) n
  cross join lateral (select (n + k * 7) % ${macs} as m, timestamptz '${until}' - (k + 1) * interval '72 hours' as began) at`
