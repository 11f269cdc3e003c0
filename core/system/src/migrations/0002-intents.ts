import type { Migration } from '@linecard/plugin-kit'

/** An action on a device is written before the device is touched, and completed after it. */
export const intents: Migration = {
  name: 'system/0002_intents',
  up: `
    alter table system_action
      add column run_id uuid,
      add column process_id uuid,
      add column changes jsonb,
      add column verification jsonb;
    create unique index system_action_run on system_action (run_id) where run_id is not null;
    create index system_action_started on system_action (process_id) where status = 'STARTED';
  `,
  down: `alter table system_action
    drop column run_id, drop column process_id, drop column changes, drop column verification;`,
}
