import type { Migration } from '@linecard/plugin-kit'

/**
 * ONUs whose light falls slowly, found every night. A table of its own: as a part of `onu_history_light` each
 * row would be written every night. The few rows are those that fall.
 */
export const trend: Migration = {
  name: 'onu-history/0002_trend',
  up: `
    create table onu_history_trend (
      interface_id integer primary key references inventory_interface on delete cascade,
      rx real,
      olt_rx real,
      days smallint not null,
      first_day date not null,
      last_day date not null
    );
  `,
  down: 'drop table onu_history_trend;',
}
