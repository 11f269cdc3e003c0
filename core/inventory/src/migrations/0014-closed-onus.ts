import type { Migration } from '@linecard/plugin-kit'

/**
 * ONUs that their OLT does not list any more. They keep their id, and with it everything that people and
 * plugins have said about them: type `CLOSED`, no place (the negative id as bind key). When an ONU with the
 * same ident is listed, on whatever OLT, the row gets that place.
 */
export const closedOnus: Migration = {
  name: 'inventory/0014_closed_onus',
  up: `
    alter table inventory_interface add column closed_at timestamptz(3), add column closed_bind_key bigint;
    create index inventory_interface_closed on inventory_interface ((coalesce(inventory_serial_hex(serial), serial, mac))) where type = 'CLOSED';
  `,
  down: `
    delete from inventory_interface where type = 'CLOSED';
    drop index inventory_interface_closed;
    alter table inventory_interface drop column closed_at, drop column closed_bind_key;
  `,
}
