import type { Migration } from '@linecard/plugin-kit'

export const twoFactor: Migration = {
  name: 'identity/0002_two_factor',
  up: `
    create table identity_two_factor (
      user_id integer primary key references identity_user on delete cascade,
      secret text not null,
      created_at timestamptz(3) not null,
      enabled_at timestamptz(3),
      last_step bigint
    );
    create table identity_recovery_code (
      user_id integer not null references identity_user on delete cascade,
      code_hash text not null,
      primary key (user_id, code_hash)
    );
  `,
  down: `
    drop table identity_recovery_code;
    drop table identity_two_factor;
  `,
}
