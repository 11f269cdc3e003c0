import type { Migration } from '@linecard/plugin-kit'

/**
 * The row of an ONU is written at each reading, and no index has its values, so PostgreSQL writes the row
 * only (HOT). The row of a day is written when its minimum or maximum moves. Days come in their order:
 * BRIN finds old ones.
 */
export const light: Migration = {
  name: 'onu-history/0001_light',
  up: `
    create table onu_history_light (
      interface_id integer primary key references inventory_interface on delete cascade,
      rx real,
      olt_rx real,
      at timestamptz(3) not null,
      good_rx real,
      good_olt_rx real,
      good_at timestamptz(3),
      ref_rx real,
      ref_olt_rx real,
      ref_at timestamptz(3),
      ref_by text
    ) with (fillfactor = 70);
    create table onu_history_day (
      interface_id integer not null references inventory_interface on delete cascade,
      day date not null,
      rx_min real,
      rx_max real,
      olt_rx_min real,
      olt_rx_max real,
      primary key (interface_id, day)
    );
    create index onu_history_day_day on onu_history_day using brin (day);
  `,
  down: 'drop table onu_history_day; drop table onu_history_light;',
}
