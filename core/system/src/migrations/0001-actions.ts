import type { Migration } from '@linecard/plugin-kit'

export const actions: Migration = {
  name: 'system/0001_actions',
  up: `
    create table system_action (
      id bigint generated always as identity primary key,
      time timestamptz(3) not null,
      action text not null,
      status text not null,
      user_id integer,
      login text,
      device_id integer,
      message text not null,
      meta jsonb not null,
      error_code text,
      ip text,
      session_id integer,
      request_id text,
      operation_id text,
      duration_ms integer
    );
    create index system_action_time on system_action (time desc, id desc);
    create index system_action_action on system_action (action, time desc);
    create index system_action_user on system_action (user_id, time desc);
    create index system_action_device on system_action (device_id, time desc) where device_id is not null;
  `,
  down: 'drop table system_action;',
}
