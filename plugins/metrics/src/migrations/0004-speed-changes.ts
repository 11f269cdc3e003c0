import type { Migration } from '@linecard/plugin-kit'

/** A row for each change of the speed of a link. Speeds that stay cost nothing. */
export const speedChanges: Migration = {
  name: 'metrics/0004_speed_changes',
  up: `
    create table metrics_speed_change (
      interface_id integer not null,
      time timestamptz(3) not null,
      previous double precision not null,
      speed double precision not null,
      primary key (interface_id, time)
    );
    create index metrics_speed_change_time on metrics_speed_change (time);
  `,
  down: 'drop table metrics_speed_change;',
}
