import type { Migration } from '@linecard/plugin-kit'

/** The state of ONUs in the vendor's words. It belongs to the ONU, so it goes with it. */
export const onuPlaces: Migration = {
  name: 'inventory/0013_onu_places',
  up: `
    alter table inventory_onu add column bind_status text;
  `,
  down: `
    alter table inventory_onu drop column bind_status;
  `,
}
