import type { Migration } from '@linecard/plugin-kit'

export const thrown: Migration = {
  name: 'equipment/0011_thrown',
  up: 'alter table equipment_call add column thrown text;',
  down: 'alter table equipment_call drop column thrown;',
}
