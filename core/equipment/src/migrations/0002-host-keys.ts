import type { Migration } from '@linecard/plugin-kit'

export const hostKeys: Migration = {
  name: 'equipment/0002_host_keys',
  up: `
    create table equipment_host_key (
      ip text not null,
      port integer not null,
      fingerprint text not null,
      first_seen timestamptz(3) not null default now(),
      primary key (ip, port)
    );
  `,
  down: 'drop table equipment_host_key;',
}
