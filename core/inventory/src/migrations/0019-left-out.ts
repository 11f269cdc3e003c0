import type { Migration } from '@linecard/plugin-kit'

/**
 * Interfaces that nobody wants: one row for each device that has such, with the names by bind key of those
 * that are left out, and the ids of stored ones that stay because somebody has written about them.
 */
export const leftOut: Migration = {
  name: 'inventory/0019_left_out',
  up: `
    create table inventory_left_out (
      device_id integer primary key references inventory_device on delete cascade,
      interfaces jsonb not null,
      kept jsonb not null
    );
  `,
  down: 'drop table inventory_left_out;',
}
