import type { Migration } from '@linecard/plugin-kit'

/** What events are made of: restarts, and since when something fails. */
export const told: Migration = {
  name: 'pollers/0004_told',
  up: `
    alter table pollers_device add column restarted_at timestamptz(3),
      add column restart_seen_at timestamptz(3), add column failing_since timestamptz(3);
    update pollers_device set failing_since = now() where failing <> '{}';
  `,
  down: `
    alter table pollers_device drop column restarted_at, drop column restart_seen_at,
      drop column failing_since;
  `,
}
