import type { Migration } from '@linecard/plugin-kit'

/**
 * Small tables that jobs write: what they are made of would take seconds for each question. Errors name no
 * interface by a foreign key: a deleted interface would be sought in all hours.
 */
export const analyticsTables: Migration = {
  name: 'analytics/0001_tables',
  up: `
    create table analytics_online (
      time timestamptz(3) not null,
      group_id integer not null,
      model_id integer not null,
      devices_up integer not null,
      devices_down integer not null,
      devices_unknown integer not null,
      onus_up integer not null,
      onus_down integer not null,
      onus_unknown integer not null,
      primary key (time, group_id, model_id)
    );
    create table analytics_error (
      hour timestamptz(3) not null,
      interface_id integer not null,
      receive real not null,
      transmit real not null,
      primary key (hour, interface_id)
    );
    create index analytics_error_interface on analytics_error (interface_id, hour);
    create table analytics_done (what text primary key, done_to timestamptz(3) not null);
    create table analytics_duplicate (
      mac macaddr not null,
      interface_id integer not null references inventory_interface on delete cascade,
      vlan_id smallint not null,
      since timestamptz(3) not null,
      first_seen timestamptz(3) not null,
      last_seen timestamptz(3) not null,
      primary key (mac, interface_id)
    );
    create index analytics_duplicate_interface on analytics_duplicate (interface_id);
  `,
  down: 'drop table analytics_duplicate; drop table analytics_done; drop table analytics_error; drop table analytics_online;',
}
