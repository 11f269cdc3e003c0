import type { Migration } from '@linecard/plugin-kit'

/** What was lost after an OLT was seen to be back has another cause than its restart. */
export const restartSeen: Migration = {
  name: 'correlation/0002_restart_seen',
  up: 'alter table correlation_device add column restart_seen_at timestamptz(3);',
  down: 'alter table correlation_device drop column restart_seen_at;',
}
