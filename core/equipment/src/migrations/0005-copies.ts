import type { Migration } from '@linecard/plugin-kit'

export const copies: Migration = {
  name: 'equipment/0005_copies',
  up: 'alter table equipment_call add column copy_of integer;',
  down: 'alter table equipment_call drop column copy_of;',
}
