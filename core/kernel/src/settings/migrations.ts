import type { Migration } from '@linecard/plugin-kit'

/** Settings that operators changed. A sealed value is the vault's text. */
export const settingsMigrations: readonly Migration[] = [
  {
    name: 'kernel/0004_setting',
    up: `create table kernel_setting (
    component text not null,
    key text not null,
    value jsonb not null,
    sealed boolean not null,
    updated_at timestamptz not null default now(),
    updated_by text not null,
    primary key (component, key)
  )`,
    down: 'drop table kernel_setting',
  },
]
