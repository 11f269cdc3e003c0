import type { Migration } from '@linecard/plugin-kit'

/**
 * A version holds from `first_seen` until `valid_until`; the current one of a device has none. A text is
 * stored once, however many versions have it. Bodies are compressed and sealed already, so PostgreSQL does
 * not try to compress them.
 */
export const versions: Migration = {
  name: 'backups/0001_versions',
  up: `
    create table backups_key (
      id smallint primary key check (id = 1),
      sealed text not null
    );
    create table backups_content (
      id bigint generated always as identity primary key,
      key_id smallint not null references backups_key on delete cascade,
      hash bytea not null unique,
      body bytea not null,
      octets bigint not null,
      lines integer not null,
      used_at timestamptz(3) not null
    );
    alter table backups_content alter column body set storage external;
    create table backups_version (
      id bigint generated always as identity primary key,
      device_id integer not null references inventory_device on delete cascade,
      content_id bigint not null references backups_content on delete cascade,
      significant bytea not null,
      first_seen timestamptz(3) not null,
      last_seen timestamptz(3) not null,
      valid_until timestamptz(3),
      changed_by text,
      changed_how text check (changed_how in ('action', 'syslog')),
      changed_at timestamptz(3),
      lines_added integer,
      lines_removed integer,
      told boolean not null
    );
    create index backups_version_device on backups_version (device_id, id);
    create index backups_version_content on backups_version (content_id);
    create index backups_version_untold on backups_version (id) where not told;
    create unique index backups_version_current on backups_version (device_id) where valid_until is null;
    create table backups_device (
      device_id integer primary key references inventory_device on delete cascade,
      status text not null default 'never'
        check (status in ('never', 'running', 'ok', 'unchanged', 'held', 'skipped', 'failed')),
      attempt uuid,
      attempted_at timestamptz(3),
      ended_at timestamptz(3),
      spent_ms integer,
      error_code text,
      error text,
      failures integer not null default 0,
      succeeded_at timestamptz(3),
      worker text not null default '',
      next_at timestamptz(3),
      asked_at timestamptz(3),
      changing_since timestamptz(3),
      held_id bigint references backups_content on delete set null,
      held_significant bytea,
      held_at timestamptz(3),
      held_lines integer,
      refused bytea
    ) with (fillfactor = 70);
    create index backups_device_next on backups_device (next_at) where next_at is not null;
    create index backups_device_held on backups_device (held_id) where held_id is not null;
    create table backups_run (
      id uuid primary key default gen_random_uuid(),
      asked_by text not null,
      created_at timestamptz(3) not null default now()
    );
    create table backups_run_device (
      run_id uuid not null references backups_run on delete cascade,
      device_id integer not null references inventory_device on delete cascade,
      result text check (result in ('ok', 'unchanged', 'held', 'skipped', 'failed')),
      error_code text,
      error text,
      ended_at timestamptz(3),
      primary key (run_id, device_id)
    );
    create index backups_run_device_waiting on backups_run_device (device_id) where result is null;
  `,
  down: `
    drop table backups_run_device; drop table backups_run; drop table backups_device;
    drop table backups_version; drop table backups_content; drop table backups_key;
  `,
}
