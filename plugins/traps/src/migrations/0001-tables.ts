import type { Migration } from '@linecard/plugin-kit'

/** Logs: rows come in the order of their ids, so old ones are removed by the primary key. */
export const traps: Migration = {
  name: 'traps/0001_tables',
  up: `
    create table traps_trap (
      id bigint generated always as identity primary key,
      time timestamptz(3) not null,
      address inet not null,
      device_id integer references inventory_device on delete cascade,
      interface_id integer references inventory_interface on delete set null,
      version text not null,
      inform boolean not null,
      user_name text,
      oid text not null,
      name text not null,
      kind text,
      has_errors boolean not null,
      modules jsonb not null,
      objects jsonb not null,
      errors jsonb not null,
      uptime bigint,
      said text not null
    );
    create index traps_trap_time on traps_trap (time);
    create index traps_trap_device on traps_trap (device_id, id);
    create index traps_trap_interface on traps_trap (interface_id, id) where interface_id is not null;
    create index traps_trap_name on traps_trap (name, id);
    create index traps_trap_said on traps_trap using gin (said gin_trgm_ops);
    create table traps_syslog (
      id bigint generated always as identity primary key,
      time timestamptz(3) not null,
      address inet not null,
      device_id integer references inventory_device on delete cascade,
      transport text not null,
      facility smallint not null,
      severity smallint not null,
      sent_at timestamptz(3),
      host text not null,
      app text not null,
      proc_id text not null,
      msg_id text not null,
      data jsonb,
      message text not null
    );
    create index traps_syslog_time on traps_syslog (time);
    create index traps_syslog_device on traps_syslog (device_id, id);
    create index traps_syslog_severity on traps_syslog (severity, id);
    create index traps_syslog_message on traps_syslog using gin (message gin_trgm_ops);
    create table traps_name (
      oid text primary key,
      name text not null,
      kind text,
      received bigint not null default 0,
      last_at timestamptz(3) not null
    );
    create table traps_source (
      address text not null,
      protocol text not null,
      device_id integer references inventory_device on delete cascade,
      received bigint not null default 0,
      dropped jsonb not null default '{}',
      last_at timestamptz(3) not null,
      dropping_since timestamptz(3),
      dropped_at timestamptz(3),
      dropped_lately bigint not null default 0,
      primary key (address, protocol)
    );
    create index traps_source_last on traps_source (last_at);
    create index traps_source_device on traps_source (device_id) where device_id is not null;
  `,
  down: 'drop table traps_source; drop table traps_name; drop table traps_syslog; drop table traps_trap;',
}
