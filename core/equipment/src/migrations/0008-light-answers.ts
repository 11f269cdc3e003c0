import type { Migration } from '@linecard/plugin-kit'

/**
 * Answers are written much more often than they are read: LZ4 needs a fraction of the time of pglz. A server
 * that was built without it goes on with what it has.
 */
export const lightAnswers: Migration = {
  name: 'equipment/0008_light_answers',
  up: `
    do $$ begin
      alter table equipment_answer alter column data set compression lz4;
    exception when feature_not_supported then null;
    end $$;
  `,
  down: 'alter table equipment_answer alter column data set compression default;',
}
