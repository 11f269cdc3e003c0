import type { Migration } from '@linecard/plugin-kit'

export const runs: Migration = {
  name: 'onts-registration/0002_runs',
  up: `
    create table onts_registration_run (
      id integer generated always as identity primary key,
      kind text not null,
      state text not null,
      device_id integer not null references inventory_device on delete cascade,
      ident text not null,
      ident_key text not null,
      port_key bigint not null,
      port_name text not null,
      number integer not null,
      template_id integer,
      template_name text not null,
      template_version integer not null,
      user_id integer not null,
      user_login text not null,
      process_id uuid,
      script text,
      of integer not null,
      commands jsonb not null default '[]',
      undo jsonb not null default '[]',
      seen jsonb,
      left_over jsonb not null default '[]',
      error_code text,
      error text,
      interface_id integer,
      interface_key bigint,
      interface_name text,
      batch_id integer,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      ended_at timestamptz(3)
    );
    -- One work on an ONU at a time, in the whole installation.
    create unique index onts_registration_run_busy on onts_registration_run (ident_key)
      where state in ('planned', 'executing', 'verifying', 'rolling_back');
    create index onts_registration_run_open on onts_registration_run (id)
      where state not in ('done', 'failed', 'rolled_back');
    create index onts_registration_run_ident on onts_registration_run (ident_key, id);
    create index onts_registration_run_device on onts_registration_run (device_id, id);
    create index onts_registration_run_batch on onts_registration_run (batch_id) where batch_id is not null;
    create table onts_registration_plan (
      id uuid primary key,
      user_id integer not null,
      device_id integer not null references inventory_device on delete cascade,
      hash text not null,
      asked text not null,
      created_at timestamptz(3) not null default now()
    );
    create index onts_registration_plan_age on onts_registration_plan (created_at);
  `,
  down: 'drop table onts_registration_plan; drop table onts_registration_run;',
}
