import type { Migration } from '@linecard/plugin-kit'

/** A lease and runs for each group of workers: a site that only its own workers can reach has its watcher. */
export const sites: Migration = {
  name: 'pinger/0002_sites',
  up: `
    alter table pinger_lease drop column one, add column worker text not null default '' primary key;
    alter table pinger_run add column worker text not null default '';
    drop index pinger_run_until;
    create index pinger_run_until on pinger_run (until_at, worker);
  `,
  down: `
    delete from pinger_lease where worker <> '';
    alter table pinger_lease drop column worker, add column one boolean primary key default true check (one);
    drop index pinger_run_until;
    delete from pinger_run where worker <> '';
    alter table pinger_run drop column worker;
    create index pinger_run_until on pinger_run (until_at);
  `,
}
