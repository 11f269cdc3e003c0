import type { Migration } from '@linecard/plugin-kit'

/** What fails in the polls of a device, so that the call log has each change of it once. */
export const failing: Migration = {
  name: 'pollers/0002_failing',
  up: "alter table pollers_device add column failing jsonb not null default '{}';",
  down: 'alter table pollers_device drop column failing;',
}
