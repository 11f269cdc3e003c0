import type { Migration } from '@linecard/plugin-kit'

const columns = (letter: string): string =>
  Array.from({ length: 14 }, (_, slot) => `${letter}${slot} real`).join(', ')

const tier = `
  series_id integer not null, time timestamptz(3) not null, n integer not null,
  ${columns('a')}, ${columns('l')}, ${columns('h')}`

/**
 * A series is a row of values of one family, for a device or an interface. Samples have no key to it, so that
 * COPY checks nothing; those of a deleted series are never read and go with their partition. Restored rows are
 * in the partitions by default.
 */
export const metricsTables: Migration = {
  name: 'metrics/0001_tables',
  up: `
    create table metrics_series (
      id integer primary key generated always as identity,
      family smallint not null,
      device_id integer not null,
      interface_id integer not null default 0,
      part text not null default '',
      seen_on date not null default current_date,
      unique (device_id, family, interface_id, part)
    );
    create index metrics_series_interface on metrics_series (interface_id) where interface_id <> 0;
    create index metrics_series_seen on metrics_series (seen_on);
    create table metrics_sample (
      series_id integer not null, time timestamptz(3) not null, ${columns('v')}
    ) partition by range (time);
    create table metrics_sample_rest partition of metrics_sample default;
    create index metrics_sample_series on metrics_sample (series_id, time);
    create table metrics_5m (${tier}) partition by range (time);
    create table metrics_5m_rest partition of metrics_5m default;
    create index metrics_5m_series on metrics_5m (series_id, time);
    create table metrics_1h (${tier}) partition by range (time);
    create table metrics_1h_rest partition of metrics_1h default;
    create index metrics_1h_series on metrics_1h (series_id, time);
    create table metrics_1d (${tier}) partition by range (time);
    create table metrics_1d_rest partition of metrics_1d default;
    create index metrics_1d_series on metrics_1d (series_id, time);
    create table metrics_rolled (
      tier text primary key,
      done_to timestamptz(3) not null,
      redo_from timestamptz(3)
    );
    create table metrics_counter (
      device_id integer primary key,
      time timestamptz(3) not null,
      state bytea not null
    );
    create table metrics_speed (
      device_id integer primary key,
      time timestamptz(3) not null,
      state bytea not null
    );
  `,
  down: `
    drop table metrics_speed; drop table metrics_counter; drop table metrics_rolled; drop table metrics_1d;
    drop table metrics_1h; drop table metrics_5m; drop table metrics_sample; drop table metrics_series;
  `,
}
