import type { Migration } from '@linecard/plugin-kit'

export const batches: Migration = {
  name: 'onts-registration/0003_batches',
  up: `
    create table onts_registration_batch (
      id integer generated always as identity primary key,
      kind text not null,
      state text not null,
      device_id integer not null references inventory_device on delete cascade,
      user_id integer not null,
      user_login text not null,
      process_id uuid,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      ended_at timestamptz(3)
    );
    create index onts_registration_batch_device on onts_registration_batch (device_id, id);
    create table onts_registration_row (
      batch_id integer not null references onts_registration_batch on delete cascade,
      row integer not null,
      ident text not null,
      state text not null,
      task text,
      run_id integer,
      error_code text,
      error text,
      updated_at timestamptz(3) not null default now(),
      primary key (batch_id, row)
    );
  `,
  down: 'drop table onts_registration_row; drop table onts_registration_batch;',
}
