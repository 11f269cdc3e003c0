import type { Migration } from '@linecard/plugin-kit'

/** What is odd about the addresses of a device, with the ports and a few of the addresses. */
export const anomalies: Migration = {
  name: 'fdb-history/0002_anomalies',
  up: `
    create table fdb_history_anomaly (
      device_id integer not null references inventory_device on delete cascade,
      kind text not null check (kind in ('loop', 'moving', 'flood', 'changing', 'many')),
      part text not null,
      interface_ids integer[] not null,
      addresses integer not null,
      sample text[] not null,
      since timestamptz(3) not null,
      seen_at timestamptz(3) not null,
      primary key (device_id, kind, part)
    );
    create index fdb_history_anomaly_seen on fdb_history_anomaly (seen_at);
  `,
  down: 'drop table fdb_history_anomaly;',
}
