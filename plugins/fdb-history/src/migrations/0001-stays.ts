import type { Migration } from '@linecard/plugin-kit'

/**
 * A reading that finds what is known writes one row, that of its device: `last_seen` of open stays is the
 * time of the last complete reading. Open stays of a device are found by partial indexes. Rows come in the
 * order of `first_seen`, so the primary key serves the removal of old ones.
 */
export const stays: Migration = {
  name: 'fdb-history/0001_stays',
  up: `
    create table fdb_history_reading (
      device_id integer not null references inventory_device on delete cascade,
      kind text not null check (kind in ('fdb', 'arp')),
      read_at timestamptz(3),
      complete_at timestamptz(3),
      hour_at timestamptz(3),
      begun integer not null default 0,
      flapping_at timestamptz(3),
      primary key (device_id, kind)
    ) with (fillfactor = 50);
    create table fdb_history_interval (
      id bigint generated always as identity primary key,
      device_id integer not null references inventory_device on delete cascade,
      interface_id integer not null references inventory_interface on delete cascade,
      mac macaddr not null,
      vlan_id smallint not null,
      flaps smallint not null default 0,
      first_seen timestamptz(3) not null,
      last_seen timestamptz(3) not null,
      closed_at timestamptz(3)
    );
    create index fdb_history_interval_open on fdb_history_interval (device_id) where closed_at is null;
    create index fdb_history_interval_mac on fdb_history_interval (mac, first_seen);
    create index fdb_history_interval_interface on fdb_history_interval (interface_id, first_seen);
    create index fdb_history_interval_device on fdb_history_interval (device_id, first_seen);
    create index fdb_history_interval_device_vlan on fdb_history_interval (device_id, vlan_id, first_seen);
    create index fdb_history_interval_time on fdb_history_interval (first_seen);
    create index fdb_history_interval_vlan on fdb_history_interval (vlan_id, first_seen);
    create table fdb_history_address (
      id bigint generated always as identity primary key,
      device_id integer not null references inventory_device on delete cascade,
      interface_id integer references inventory_interface on delete set null,
      ip inet not null,
      mac macaddr not null,
      vlan_id smallint not null,
      flaps smallint not null default 0,
      first_seen timestamptz(3) not null,
      last_seen timestamptz(3) not null,
      closed_at timestamptz(3)
    );
    create index fdb_history_address_open on fdb_history_address (device_id) where closed_at is null;
    create index fdb_history_address_ip on fdb_history_address (ip, first_seen);
    create index fdb_history_address_mac on fdb_history_address (mac, first_seen);
    create index fdb_history_address_interface on fdb_history_address (interface_id) where interface_id is not null;
    create index fdb_history_address_device on fdb_history_address (device_id);
  `,
  down: 'drop table fdb_history_address; drop table fdb_history_interval; drop table fdb_history_reading;',
}
