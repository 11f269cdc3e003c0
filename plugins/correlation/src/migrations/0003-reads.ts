import type { Migration } from '@linecard/plugin-kit'

/** The longer nobody has looked, the more ONUs are lost each by itself. */
export const reads: Migration = {
  name: 'correlation/0003_reads',
  up: `alter table correlation_device add column reads timestamptz(3)[] not null default '{}';`,
  down: 'alter table correlation_device drop column reads;',
}
