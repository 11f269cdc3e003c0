import type { Migration } from '@linecard/plugin-kit'

/** What is in the git repository already. Devices stay in it until their files are removed from it. */
export const git: Migration = {
  name: 'backups/0003_git',
  up: `
    create table backups_git (
      id smallint primary key check (id = 1),
      folder text not null,
      head text
    );
    create table backups_git_device (
      device_id integer primary key,
      version_id bigint not null
    );
    create table backups_lease (
      worker text primary key,
      holder uuid,
      heard_at timestamptz(3) not null
    );
  `,
  down: 'drop table backups_lease; drop table backups_git_device; drop table backups_git;',
}
