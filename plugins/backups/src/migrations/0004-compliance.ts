import type { Migration } from '@linecard/plugin-kit'

/** The rules as they were read last, and what they say of each device. */
export const compliance: Migration = {
  name: 'backups/0004_compliance',
  up: `
    create table backups_rules (
      id smallint primary key check (id = 1),
      hash text not null,
      read_at timestamptz(3) not null,
      problems jsonb not null
    );
    create table backups_rule (
      id text primary key,
      title text not null,
      description text not null,
      severity text not null check (severity in ('info', 'warning', 'critical')),
      file text not null,
      line integer not null
    );
    create table backups_checked (
      device_id integer primary key references inventory_device on delete cascade,
      version_id bigint not null,
      state text not null,
      rules text[] not null,
      checked_at timestamptz(3) not null
    );
    create table backups_failed (
      device_id integer not null references backups_checked on delete cascade,
      rule text not null references backups_rule on delete cascade,
      count integer not null,
      since timestamptz(3) not null,
      excused_until date,
      excused_reason text,
      findings jsonb not null,
      primary key (device_id, rule)
    );
    create index backups_failed_rule on backups_failed (rule);
  `,
  down: `
    drop table backups_failed; drop table backups_checked; drop table backups_rule; drop table backups_rules;
  `,
}
