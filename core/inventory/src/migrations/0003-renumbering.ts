import type { Migration } from '@linecard/plugin-kit'

/**
 * A card put in before the others moves every bind key by one, in one statement: uniqueness is checked when
 * it has ended, not row by row.
 */
export const renumbering: Migration = {
  name: 'inventory/0003_renumbering',
  up: `
    alter table inventory_interface drop constraint inventory_interface_device_id_bind_key_key;
    alter table inventory_interface add constraint inventory_interface_device_id_bind_key_key unique (device_id, bind_key) deferrable initially immediate;
  `,
  down: `
    alter table inventory_interface drop constraint inventory_interface_device_id_bind_key_key;
    alter table inventory_interface add constraint inventory_interface_device_id_bind_key_key unique (device_id, bind_key);
  `,
}
