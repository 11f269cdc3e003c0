import type { Migration } from '@linecard/plugin-kit'

/** When the newest stored reading of a module of a device began: an older one that comes later says nothing. */
export const newest: Migration = {
  name: 'inventory/0020_newest',
  up: `
    create table inventory_newest (
      device_id integer not null references inventory_device on delete cascade,
      module text not null,
      time timestamptz(3) not null,
      primary key (device_id, module)
    ) with (fillfactor = 80);
  `,
  down: 'drop table inventory_newest;',
}
