import type { Migration } from '@linecard/plugin-kit'

/**
 * Devices whose status somebody tells again and again, with the last time. A table of its own, because a wide
 * row of inventory_device would be written again every few minutes for nothing else.
 */
export const reached: Migration = {
  name: 'inventory/0016_reached',
  up: `
    create table inventory_reached (
      device_id integer primary key references inventory_device on delete cascade,
      told_at timestamptz(3) not null
    );
  `,
  down: 'drop table inventory_reached;',
}
