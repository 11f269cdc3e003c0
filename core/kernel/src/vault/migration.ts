import type { Migration } from '@linecard/plugin-kit'

/** The keys of the vault by their ids, each with a text by which it is known again. Never the keys. */
export const vaultMigration: Migration = {
  name: 'kernel/0008_vault_key',
  up: `create table kernel_vault_key (
    id text primary key,
    check_text text not null,
    created_at timestamptz not null default now()
  )`,
  down: 'drop table kernel_vault_key',
}
