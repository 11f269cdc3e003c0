import type { Migration } from '@linecard/plugin-kit'

export const answersAndCalls: Migration = {
  name: 'equipment/0001_answers_and_calls',
  up: `
    create table equipment_answer (
      device_id integer not null,
      module text not null,
      args_hash text not null,
      args jsonb not null,
      data jsonb not null,
      time timestamptz(3) not null,
      spent_ms integer not null,
      missing jsonb not null,
      complete boolean not null,
      primary key (device_id, module, args_hash)
    );
    create index equipment_answer_time on equipment_answer (time);
    create table equipment_call (
      id bigint generated always as identity primary key,
      time timestamptz(3) not null,
      device_id integer,
      ip text not null,
      module text not null,
      args jsonb not null,
      "from" text not null,
      user_id integer,
      login text,
      ok boolean not null,
      error_code text,
      spent_ms integer not null,
      requests integer not null
    );
    create index equipment_call_time on equipment_call (time desc, id desc);
    create index equipment_call_device on equipment_call (device_id, time desc);
  `,
  down: 'drop table equipment_call; drop table equipment_answer;',
}
