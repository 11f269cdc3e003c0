import type { Migration } from '@linecard/plugin-kit'

/** Devices that give more than one call takes, or have more interfaces than are stored. */
export const exceeds: Migration = {
  name: 'inventory/0010_exceeds',
  up: 'alter table inventory_device add column exceeds jsonb',
  down: 'alter table inventory_device drop column exceeds',
}
