import type { Migration } from '@linecard/plugin-kit'

/**
 * Sets of rules, one row for each time that somebody saved; of which series the rules hold now; and how their
 * last evaluation ended.
 */
export const ruleTables: Migration = {
  name: 'events/0005_rules',
  up: `
    create table events_rule_version (
      id integer primary key,
      created_at timestamptz(3) not null,
      created_by text not null,
      rules jsonb not null
    );
    create table events_rule_firing (
      rule text not null,
      device_id integer not null,
      interface_id integer not null,
      part text not null,
      since timestamptz(3) not null,
      value double precision,
      labels jsonb not null,
      title text,
      description text,
      primary key (rule, device_id, interface_id, part)
    ) with (fillfactor = 80);
    create table events_rule_state (
      rule text primary key,
      evaluated_at timestamptz(3) not null,
      firing integer not null,
      error text
    ) with (fillfactor = 50);
  `,
  down: `drop table events_rule_state; drop table events_rule_firing; drop table events_rule_version;`,
}
