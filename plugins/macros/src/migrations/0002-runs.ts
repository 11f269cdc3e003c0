import type { Migration } from '@linecard/plugin-kit'

/** Runs of macros, with their commands as they were made. They go with their device. */
export const runs: Migration = {
  name: 'macros/0002_runs',
  up: `
    create table macros_run (
      id integer generated always as identity primary key,
      macro_id integer not null,
      macro_name text not null,
      macro_version integer not null,
      display_output text not null,
      device_id integer not null references inventory_device on delete cascade,
      bind_key text,
      interface_name text,
      user_id integer not null,
      login text not null,
      status text not null,
      commands integer not null,
      error_code text,
      error text,
      cancelled_by text,
      started_at timestamptz(3) not null,
      ended_at timestamptz(3),
      process uuid not null
    );
    create index macros_run_user on macros_run (user_id, id);
    create index macros_run_device on macros_run (device_id, id);
    create index macros_run_running on macros_run (process) where status = 'RUNNING';
    create table macros_run_command (
      run_id integer not null references macros_run on delete cascade,
      at integer not null,
      command text not null,
      output text not null,
      success boolean not null,
      error text,
      spent_ms integer not null,
      primary key (run_id, at)
    );
  `,
  down: 'drop table macros_run_command; drop table macros_run;',
}
