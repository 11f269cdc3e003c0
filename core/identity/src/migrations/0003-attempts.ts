import type { Migration } from '@linecard/plugin-kit'

export const attempts: Migration = {
  name: 'identity/0003_attempts',
  up: `
    create table identity_failure (
      id bigint generated always as identity primary key,
      address text not null,
      login_hash text not null,
      at timestamptz(3) not null
    );
    create index identity_failure_address on identity_failure (address, at);
    create index identity_failure_login on identity_failure (login_hash, at);
    create index identity_failure_at on identity_failure (at);
    create table identity_block (
      subject text primary key,
      until timestamptz(3) not null
    );
    create table identity_address (
      user_id integer not null references identity_user on delete cascade,
      address text not null,
      seen_at timestamptz(3) not null,
      primary key (user_id, address)
    );
  `,
  down: `
    drop table identity_address;
    drop table identity_block;
    drop table identity_failure;
  `,
}
