import type { Migration } from '@linecard/plugin-kit'

/**
 * What the server itself must bring. A role that may create schemas may also create this extension, where the
 * server has it.
 */
export const trigrams: Migration = {
  name: 'inventory/0000_trigrams',
  up: `
    do $$ begin
      if not exists (select from pg_extension where extname = 'pg_trgm') then
        create extension if not exists pg_trgm;
      end if;
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise exception 'the search needs the PostgreSQL extension pg_trgm, which this role may not add or this server lacks: install it (on Debian the package postgresql-contrib), then run as a superuser in this database: create extension pg_trgm';
    end $$;
  `,
  // Others may use it too.
  down: 'select 1',
}
