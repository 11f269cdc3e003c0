import type { Migration } from '@linecard/plugin-kit'

/**
 * Interfaces that people add and switch; who changed a status; indexes for lists, statistics and searches of
 * half a million of them.
 */
export const managedInterfaces: Migration = {
  name: 'inventory/0004_managed_interfaces',
  up: `
    alter table inventory_interface add column manual boolean not null default false, add column fdb_enabled boolean not null default true;
    alter table inventory_interface_status_history add column reason text, add column login text;
    drop index inventory_interface_type_status;
    drop index inventory_interface_serial;
    create index inventory_interface_type_status on inventory_interface (type, status, id);
    create index inventory_interface_status on inventory_interface (status, id);
    create index inventory_interface_device_type on inventory_interface (device_id, type, status);
    create index inventory_interface_lower_name on inventory_interface (lower(name), device_id);
    create index inventory_interface_bind_key on inventory_interface (bind_key);
    create index inventory_interface_serial on inventory_interface (upper(serial)) where serial is not null;
    create index inventory_interface_agreement on inventory_interface (agreement) where agreement <> '';
    create index inventory_interface_ip on inventory_interface (ip) where ip <> '';
    create index inventory_interface_unpolled on inventory_interface (id) where not poll_enabled;
    create index inventory_interface_manual on inventory_interface (id) where manual;
    create index inventory_interface_placed on inventory_interface (id) where coordinates is not null;
  `,
  down: `
    drop index inventory_interface_placed; drop index inventory_interface_manual; drop index inventory_interface_unpolled; drop index inventory_interface_ip;
    drop index inventory_interface_agreement; drop index inventory_interface_serial; drop index inventory_interface_bind_key; drop index inventory_interface_lower_name;
    drop index inventory_interface_device_type; drop index inventory_interface_status; drop index inventory_interface_type_status;
    create index inventory_interface_type_status on inventory_interface (type, status);
    create index inventory_interface_serial on inventory_interface (serial) where serial is not null;
    alter table inventory_interface_status_history drop column login, drop column reason;
    alter table inventory_interface drop column fdb_enabled, drop column manual;
  `,
}
