import type { Migration } from '@linecard/plugin-kit'

/**
 * An answer is written at every poll and looked into now and then: as plain JSON it is checked and kept as it
 * came, for a third of the time that `jsonb` takes. `digest` tells whether the next one says the same. No index has the time, so that a new time alone stays on
 * the page of its row; the hourly removal of old answers reads the table instead.
 */
export const plainAnswers: Migration = {
  name: 'equipment/0009_plain_answers',
  up: `
    drop index equipment_answer_time;
    alter table equipment_answer add column digest text;
    alter table equipment_answer alter column data type json using data::json;
    do $$ begin
      -- A new type has the compression of the server.
      alter table equipment_answer alter column data set compression lz4;
    exception when feature_not_supported then null;
    end $$;
    alter table equipment_answer set (fillfactor = 70);
  `,
  down: `
    alter table equipment_answer reset (fillfactor);
    alter table equipment_answer alter column data type jsonb using data::jsonb;
    alter table equipment_answer drop column digest;
    create index equipment_answer_time on equipment_answer (time);
  `,
}
