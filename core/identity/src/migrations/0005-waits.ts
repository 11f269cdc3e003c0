import type { Migration } from '@linecard/plugin-kit'

/** How long to wait follows from the failures, so no blocks are stored. */
export const waits: Migration = {
  name: 'identity/0005_waits',
  up: 'drop table identity_block',
  down: `
    create table identity_block (
      subject text primary key,
      until timestamptz(3) not null
    );
  `,
}
