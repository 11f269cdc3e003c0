import type { Migration } from '@linecard/plugin-kit'

/**
 * Actions in the order of their ends, for readers that follow the log. Who writes an action waits for the one
 * before it (the lock), so `seq` grows by commits: a reader that keeps the last one misses none.
 */
export const ends: Migration = {
  name: 'system/0003_ends',
  up: `
    create table system_action_end (
      seq bigint generated always as identity primary key,
      action_id bigint not null references system_action on delete cascade
    );
    create index system_action_end_action on system_action_end (action_id);
    create function system_action_turn() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('system_action_end', 0));
      return null;
    end $$;
    create function system_action_ended() returns trigger language plpgsql as $$
    begin
      insert into system_action_end (action_id) values (new.id);
      return null;
    end $$;
    create trigger system_action_turn before insert or update of status on system_action
      for each statement execute function system_action_turn();
    create trigger system_action_added after insert on system_action
      for each row when (new.status <> 'STARTED') execute function system_action_ended();
    create trigger system_action_ended after update of status on system_action
      for each row when (old.status = 'STARTED' and new.status <> 'STARTED')
      execute function system_action_ended();
  `,
  down: `
    drop trigger system_action_ended on system_action;
    drop trigger system_action_added on system_action;
    drop trigger system_action_turn on system_action;
    drop function system_action_ended();
    drop function system_action_turn();
    drop table system_action_end;
  `,
}
