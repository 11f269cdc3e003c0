import type { Migration } from '@linecard/plugin-kit'

/** A key of a program whose request is repeated is not made twice, on whichever process. */
export const keysOnce: Migration = {
  name: 'identity/0006_keys_once',
  up: `
    alter table identity_session add column idempotency text;
    create unique index identity_session_idempotency on identity_session (idempotency);
  `,
  down: 'alter table identity_session drop column idempotency',
}
