import type { Migration } from '@linecard/plugin-kit'

/** Interfaces that their device does not list any more wait here for the end of their grace time. */
export const vanished: Migration = {
  name: 'inventory/0018_vanished',
  up: `
    create table inventory_vanished (
      interface_id integer primary key references inventory_interface on delete cascade,
      since timestamptz(3) not null
    );
  `,
  down: 'drop table inventory_vanished;',
}
