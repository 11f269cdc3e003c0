import type { Migration } from '@linecard/plugin-kit'

/** One open event of a key. What is read again and again are the open ones: they have partial indexes. */
export const eventTables: Migration = {
  name: 'events/0001_tables',
  up: `
    create table events_event (
      id bigint generated always as identity primary key,
      key text not null,
      fingerprint text,
      starts_at timestamptz(3),
      severity text not null check (severity in ('info', 'warning', 'critical')),
      name text not null,
      title text not null,
      description text not null default '',
      device_id integer,
      interface_id integer,
      part text not null default '',
      labels jsonb not null default '{}',
      since timestamptz(3) not null,
      created_at timestamptz(3) not null,
      created_by text not null,
      resolved_at timestamptz(3),
      resolved_by text,
      parent_id bigint references events_event on delete set null,
      customers integer,
      maintenance boolean not null default false,
      absent_since timestamptz(3),
      happening boolean not null default false
    ) with (fillfactor = 80);
    create unique index events_event_open on events_event (key) where resolved_at is null;
    create unique index events_event_happening on events_event (key, created_at) where happening;
    create index events_event_open_name on events_event (name) where resolved_at is null;
    create index events_event_key on events_event (key, created_at);
    create index events_event_time on events_event (created_at, id);
    create index events_event_name on events_event (name, created_at);
    create index events_event_device on events_event (device_id, created_at) where device_id is not null;
    create index events_event_interface on events_event (interface_id, created_at) where interface_id is not null;
    create index events_event_fingerprint on events_event (fingerprint, starts_at) where fingerprint is not null;
    create index events_event_parent on events_event (parent_id) where parent_id is not null;
    create index events_event_resolved on events_event (resolved_at) where resolved_at is not null;
    create table events_below (
      event_id bigint not null references events_event on delete cascade,
      device_id integer,
      interface_id integer,
      check (num_nonnulls(device_id, interface_id) = 1)
    );
    create index events_below_event on events_below (event_id);
    create table events_change (
      seq bigint primary key,
      kind text not null check (kind in ('opened', 'changed', 'resolved', 'happened')),
      time timestamptz(3) not null,
      event_id bigint not null,
      device_id integer,
      event jsonb not null
    );
    create index events_change_time on events_change (time);
    create table events_counter (
      one boolean primary key default true check (one),
      seq bigint not null default 0,
      round_at timestamptz(3)
    ) with (fillfactor = 10);
    insert into events_counter default values;
    create table events_waiting (
      key text primary key,
      name text not null,
      device_id integer,
      since timestamptz(3) not null,
      muted_until timestamptz(3)
    ) with (fillfactor = 80);
    create index events_waiting_name on events_waiting (name);
    create table events_condition (
      name text primary key,
      enabled boolean not null default true,
      severity text check (severity in ('info', 'warning', 'critical')),
      for_sec integer check (for_sec >= 0)
    );
    create table events_lease (
      worker text primary key,
      holder uuid,
      heard_at timestamptz(3) not null
    );
  `,
  down: `
    drop table events_lease; drop table events_condition; drop table events_waiting; drop table events_counter;
    drop table events_change; drop table events_below; drop table events_event;
  `,
}
