import type { Migration } from '@linecard/plugin-kit'

/** Maintenance windows, and when an alert from outside was last heard of. */
export const windows: Migration = {
  name: 'events/0002_windows',
  up: `
    create table events_window (
      id integer generated always as identity primary key,
      name text not null,
      comment text not null default '',
      enabled boolean not null default true,
      starts_at timestamptz(3),
      ends_at timestamptz(3),
      weekdays smallint[],
      from_minute smallint,
      minutes integer,
      timezone text not null default 'UTC',
      group_ids integer[] not null default '{}',
      device_ids integer[] not null default '{}',
      interface_ids integer[] not null default '{}',
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      updated_by text not null
    );
    alter table events_event add column seen_at timestamptz(3);
    create index events_event_alerts on events_event (seen_at)
      where fingerprint is not null and resolved_at is null;
  `,
  down: `
    drop table events_window;
    drop index events_event_alerts;
    alter table events_event drop column seen_at;
  `,
}
