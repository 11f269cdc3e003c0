import type { Migration } from '@linecard/plugin-kit'

/**
 * An import that its process could not end is resumed from its file, which lies here in sealed pieces until
 * the end. Imports of before have no file: those that have no end cannot go on.
 */
export const importResume: Migration = {
  name: 'inventory/0011_import_resume',
  up: `
    alter table inventory_import
      add column process_id uuid,
      add column group_id integer,
      add column file_key text,
      drop constraint inventory_import_status_check;
    update inventory_import set status = 'failed', finished_at = heard_at,
      error = '{"code": "INVENTORY_IMPORT_LOST", "description": "The process of the import ended"}'
      where status in ('receiving', 'running');
    alter table inventory_import add constraint inventory_import_status_check check (status in
      ('receiving', 'running', 'interrupted', 'done', 'refused', 'cancelled', 'failed'));
    create table inventory_import_piece (
      import_id integer not null references inventory_import on delete cascade,
      number integer not null,
      bytes bytea not null,
      primary key (import_id, number)
    );
    alter table inventory_import_piece alter column bytes set storage external;
  `,
  down: `
    drop table inventory_import_piece;
    update inventory_import set status = 'failed' where status = 'interrupted';
    alter table inventory_import
      drop column process_id, drop column group_id, drop column file_key,
      drop constraint inventory_import_status_check;
    alter table inventory_import add constraint inventory_import_status_check check (status in
      ('receiving', 'running', 'done', 'refused', 'cancelled', 'failed'));
  `,
}
