import type { Migration } from '@linecard/plugin-kit'

/** The processes of an installation. Each one moves its `seen_at`; a stop removes its row. */
export const processMigration: Migration = {
  name: 'kernel/0006_process',
  up: `create table kernel_process (
    id uuid primary key,
    mode text not null,
    place text not null,
    pid integer not null,
    version text not null,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
  )`,
  down: 'drop table kernel_process',
}
