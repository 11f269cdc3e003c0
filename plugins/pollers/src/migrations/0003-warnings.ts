import type { Migration } from '@linecard/plugin-kit'

/** What the driver says against a poll that somebody asks for. */
export const warnings: Migration = {
  name: 'pollers/0003_warnings',
  up: "alter table pollers_run add column warnings jsonb not null default '[]';",
  down: 'alter table pollers_run drop column warnings;',
}
