import type { Migration } from '@linecard/plugin-kit'

export const tracesOfChanges: Migration = {
  name: 'equipment/0003_traces_of_changes',
  up: `
    alter table equipment_call add column transcript jsonb;
    alter table equipment_answer add column outdated boolean not null default false;
    alter table equipment_host_key add column refused text, add column refused_at timestamptz(3);
  `,
  down: `
    alter table equipment_host_key drop column refused, drop column refused_at;
    alter table equipment_answer drop column outdated;
    alter table equipment_call drop column transcript;
  `,
}
