import type { Migration } from '@linecard/plugin-kit'

export const migrations: readonly Migration[] = [
  {
    name: 'places/0001_place',
    up: `create table places_place (
      device_id integer primary key,
      room text not null,
      updated_at timestamptz not null default now()
    )`,
    down: 'drop table places_place',
  },
]
