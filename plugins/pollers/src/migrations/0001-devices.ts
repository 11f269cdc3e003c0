import type { Migration } from '@linecard/plugin-kit'

/**
 * One row for each device: what is due when, and how its last poll went. It is written once a poll; no index
 * has the columns that change, so that the new version stays on its page. The log has only what people asked
 * for, and the changes between success and failure.
 */
export const devices: Migration = {
  name: 'pollers/0001_devices',
  up: `
    create table pollers_device (
      device_id integer primary key references inventory_device on delete cascade,
      worker text not null default '',
      next_at timestamptz(3) not null,
      planned_at timestamptz(3) not null,
      due jsonb not null default '{}',
      last jsonb not null default '{}',
      uptime bigint,
      uptime_at timestamptz(3),
      polled_at timestamptz(3),
      spent_ms integer,
      requests integer,
      result text,
      error text,
      polls bigint not null default 0,
      failures bigint not null default 0,
      skipped bigint not null default 0
    ) with (fillfactor = 50);
    create table pollers_run (
      id uuid primary key default gen_random_uuid(),
      device_id integer not null references inventory_device on delete cascade,
      asked_by text,
      pollers jsonb not null,
      state text not null check (state in ('waiting', 'running', 'done')),
      result text,
      error text,
      details jsonb not null default '{}',
      done integer not null default 0,
      total integer,
      requests integer,
      spent_ms integer,
      created_at timestamptz(3) not null default now(),
      started_at timestamptz(3),
      ended_at timestamptz(3)
    );
    create index pollers_run_created on pollers_run (created_at desc, id);
    create index pollers_run_device on pollers_run (device_id, created_at desc);
    create index pollers_run_open on pollers_run (device_id) where state <> 'done';
  `,
  down: 'drop table pollers_run; drop table pollers_device;',
}
