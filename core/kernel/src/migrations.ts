import type { Migration, Plugin } from '@linecard/plugin-kit'
import { processMigration } from './processes/migration.ts'
import { settingsMigrations } from './settings/migrations.ts'
import { vaultMigration } from './vault/migration.ts'

/** Tables of the kernel itself. */
export const kernelMigrations: readonly Migration[] = [
  {
    name: 'kernel/0001_component',
    up: `create table kernel_component (
      key text primary key,
      enabled boolean not null,
      changed_at timestamptz not null default now()
    )`,
    down: 'drop table kernel_component',
  },
  {
    name: 'kernel/0002_idempotency',
    up: `create table kernel_idempotency (
      user_id integer not null,
      key text not null,
      fingerprint text not null,
      created_at timestamptz not null default now(),
      status smallint,
      answer text,
      primary key (user_id, key)
    );
    create index kernel_idempotency_created_at on kernel_idempotency (created_at)`,
    down: 'drop table kernel_idempotency',
  },
  {
    name: 'kernel/0003_job',
    up: `create table kernel_job (
      key text primary key,
      cron text,
      enabled boolean not null,
      updated_at timestamptz not null default now(),
      updated_by text not null
    );
    create table kernel_job_run (
      id uuid primary key,
      key text not null,
      trigger text not null,
      requested_by text,
      status text not null,
      started_at timestamptz not null default now(),
      heard_at timestamptz not null default now(),
      finished_at timestamptz,
      error_code text,
      error text,
      host text not null,
      pid integer not null,
      lines jsonb not null default '[]',
      lines_dropped integer not null default 0
    );
    create index kernel_job_run_key_started_at on kernel_job_run (key, started_at desc);
    create index kernel_job_run_started_at on kernel_job_run (started_at desc);
    create index kernel_job_run_running on kernel_job_run (heard_at) where status = 'running'`,
    down: 'drop table kernel_job_run; drop table kernel_job',
  },
  ...settingsMigrations,
  {
    name: 'kernel/0005_job_progress',
    up: 'alter table kernel_job_run add column progress jsonb',
    down: 'alter table kernel_job_run drop column progress',
  },
  processMigration,
  {
    name: 'kernel/0007_idempotency_run',
    up: 'alter table kernel_idempotency add column process_id uuid, add column run_id uuid',
    down: 'alter table kernel_idempotency drop column process_id, drop column run_id',
  },
  vaultMigration,
  {
    name: 'kernel/0009_job_args',
    up: 'alter table kernel_job_run add column args jsonb',
    down: 'alter table kernel_job_run drop column args',
  },
]

/** Those of the kernel, and of the plugins of these components. */
export const migrationSets = (
  components: readonly { plugin: Pick<Plugin, 'id' | 'migrations'> | null }[],
): (readonly [plugin: string, migrations: readonly Migration[]])[] => [
  ['kernel', kernelMigrations],
  ...components.flatMap(({ plugin }) => (plugin ? [[plugin.id, plugin.migrations ?? []] as const] : [])),
]
