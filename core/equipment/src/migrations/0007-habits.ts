import type { Migration } from '@linecard/plugin-kit'

export const habits: Migration = {
  name: 'equipment/0007_habits',
  up: `
    create table equipment_habit (
      device_id integer primary key,
      learnt jsonb,
      srtt real,
      rttvar real,
      updated_at timestamptz(3) not null default now()
    );
  `,
  down: 'drop table equipment_habit;',
}
