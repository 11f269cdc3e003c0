import type { Migration } from '@linecard/plugin-kit'

export const holds: Migration = {
  name: 'equipment/0006_holds',
  up: `
    create table equipment_hold (
      device_id integer primary key,
      id uuid not null unique,
      process_id uuid not null,
      user_id integer,
      login text,
      what text not null,
      since timestamptz(3) not null default now()
    );
  `,
  down: 'drop table equipment_hold;',
}
