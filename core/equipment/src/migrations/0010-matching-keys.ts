import type { Migration } from '@linecard/plugin-kit'

/** When the pinned key was shown again, after another one had been refused. */
export const matchingKeys: Migration = {
  name: 'equipment/0010_matching_keys',
  up: 'alter table equipment_host_key add column matched_at timestamptz(3);',
  down: 'alter table equipment_host_key drop column matched_at;',
}
