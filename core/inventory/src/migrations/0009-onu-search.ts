import type { Migration } from '@linecard/plugin-kit'

/**
 * The texts of ONUs folded as those of devices and interfaces (0007), so that the index knows Cyrillic
 * letters whatever the database's locale. `search` stays: folding is lossy.
 */
export const onuSearch: Migration = {
  name: 'inventory/0009_onu_search',
  up: `
    drop index inventory_onu_search;
    alter table inventory_onu add column search_key text generated always as (inventory_fold(
      name || E'\\n' || description || E'\\n' || comment || E'\\n' || agreement || E'\\n' || coalesce(ident, '') || E'\\n' || coalesce(serial_ascii, '') || E'\\n' ||
      coalesce(serial_hex, '') || E'\\n' || coalesce(mac, '') || E'\\n' || coalesce(replace(mac, ':', ''), '') || E'\\n' || coalesce(vendor, '') || E'\\n' ||
      coalesce(model, '') || E'\\n' || coalesce(last_down_reason, '')
    )) stored;
    create index inventory_onu_search on inventory_onu using gin (search_key gin_trgm_ops);
  `,
  down: `
    drop index inventory_onu_search;
    alter table inventory_onu drop column search_key;
    create index inventory_onu_search on inventory_onu using gin (search gin_trgm_ops);
  `,
}
