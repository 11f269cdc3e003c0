import type { Migration } from '@linecard/plugin-kit'

/**
 * MAC addresses behind interfaces. They hang on the interface and not on its bind key, so that a renumbering
 * leaves each where it was.
 * `last_seen` moves at every reading and stands in no index, so that PostgreSQL writes the row only (HOT);
 * hence the space left in the pages.
 */
export const sightings: Migration = {
  name: 'inventory/0005_sightings',
  up: `
    create table inventory_sighting (
      interface_id integer not null references inventory_interface on delete cascade,
      mac macaddr not null,
      vlan_id smallint not null,
      first_seen timestamptz(3) not null,
      last_seen timestamptz(3) not null,
      active boolean not null default true,
      primary key (interface_id, mac, vlan_id)
    ) with (fillfactor = 80);
    create index inventory_sighting_mac on inventory_sighting (mac);
    create table inventory_sighting_port (
      interface_id integer primary key references inventory_interface on delete cascade,
      macs integer not null
    ) with (fillfactor = 80);
    alter table inventory_device add column fdb_at timestamptz(3);
  `,
  down: 'alter table inventory_device drop column fdb_at; drop table inventory_sighting_port; drop table inventory_sighting;',
}
